#include "simulator/replay/time_ordered.h"

#include <algorithm>

#include "harness/base/error.h"
#include "simulator/replay/deadlock.h"

namespace mpigauge {
namespace {

constexpr double kSeconds = 1e-9;  // of a nanosecond

}  // namespace

TimeOrderedEngine::TimeOrderedEngine(const Program& program, const Topology& topology, const Scenario& scenario,
                                     const ReplayOptions& options, ReplayObserver* observer)
    : program_(program),
      topology_(topology),
      scenario_(scenario),
      options_(options),
      observer_(observer),
      costs_({&scenario, 1}, options.receive_cost),
      ranks_(static_cast<std::size_t>(program.ranks())) {
  if (options.busy_links) traffic_.emplace(topology.ToGraph(), scenario.model, events_);
}

ReplayResult TimeOrderedEngine::Run() {
  for (int number = 0; number < program_.ranks(); ++number) {
    At(number).requests.resize(static_cast<std::size_t>(program_.Requests(number)));
    events_.Push(0, Happening::kResume, number);
  }
  while (!events_.empty()) {
    const Event event = events_.Pop();
    Handle(event);
    while (!ready_.empty()) {
      const int next = ready_.back();
      ready_.pop_back();
      RunRank(next, event.time);
    }
  }
  RequireAllEnded();
  return Result();
}

void TimeOrderedEngine::Handle(const Event& event) {
  switch (event.happening) {
    case Happening::kRelease:
      traffic_->Release(event);
      break;
    case Happening::kHead:
      traffic_->Head(event);
      break;
    case Happening::kResume:
      RunRank(event.subject, event.time);
      break;
    case Happening::kArrival:
    case Happening::kTaken:
    case Happening::kRequest:
      HandleMessage(event);
      break;
  }
}

void TimeOrderedEngine::HandleMessage(const Event& event) {
  const int id = event.subject;
  --MessageAt(id).events;
  if (event.happening == Happening::kArrival) {
    Arrive(id, event.time);
  } else if (event.happening == Happening::kTaken) {
    Take(id, event.time);
  } else if (MessageAt(id).receive_request < 0) {
    Show(id);
  }
  FreeIfDone(id);
}

// ---- ranks -------------------------------------------------------------------

// Ranks run ahead of the others, up to what depends on what arrives meanwhile.
void TimeOrderedEngine::RunRank(int number, double now) {
  Rank& rank = At(number);
  for (;;) {
    const Chunk chunk = program_.Fetch(number, rank.cursor, buffer_);
    if (chunk.operations.empty()) break;
    for (; rank.index < chunk.operations.size(); ++rank.index) {
      if (!Do(number, chunk.operations[rank.index], now)) return;
    }
    rank.index = 0;
    rank.cursor = chunk.next;
  }
  rank.ended = true;
}

// False where the rank cannot go on now.
bool TimeOrderedEngine::Do(int number, const Operation& operation, double now) {
  Rank& rank = At(number);
  switch (operation.call) {
    case Call::kCalc: {
      const auto amount = static_cast<double>(operation.amount);
      Advance(rank, Activity::kCompute, rank.time + scenario_.compute_factor * amount);
      rank.compute += amount;
      ++others_;
      return true;
    }
    case Call::kSend:
      Send(number, operation);
      return true;
    case Call::kReceive:
      return Receive(number, operation, now);
    case Call::kWait:
    case Call::kWaitAll:
      return Wait(rank, operation);
    case Call::kCollective:
      break;
  }
  throw UsageError("{}: collectives must be expanded", Where(number));
}

auto TimeOrderedEngine::Activate(int number, const Operation& operation) -> Request& {
  Request& request = At(number).requests[operation.request];
  if (request.state == State::kIdle) return request;
  throw UsageError("{}: {}: its request is still active", Where(number), Describe(operation));
}

bool TimeOrderedEngine::Wait(Rank& rank, const Operation& operation) {
  if (operation.call == Call::kWait) {
    Request& request = rank.requests[operation.request];
    if (request.state == State::kPending) {
      rank.waits_for = operation.request;
      return false;
    }
    Complete(rank, request);
    return true;
  }
  if (rank.pending != 0) {
    rank.waits_for = kAll;
    return false;
  }
  for (Request& request : rank.requests) Complete(rank, request);
  return true;
}

void TimeOrderedEngine::Complete(Rank& rank, Request& request) {
  if (request.state != State::kIdle) Advance(rank, Activity::kBlocked, std::max(rank.time, request.time));
  if (request.state == State::kReceived) {
    Advance(rank, Activity::kOverhead, rank.time + costs_[request.row].wait_overhead[0]);
  }
  request.state = State::kIdle;
}

void TimeOrderedEngine::Advance(Rank& rank, Activity activity, double until) {
  if (observer_ != nullptr && until > rank.time) {
    observer_->OnSpan(static_cast<int>(&rank - ranks_.data()), activity, rank.time * kSeconds, until * kSeconds);
  }
  rank.time = until;
}

void TimeOrderedEngine::Over(int number, std::uint16_t request) {
  Rank& rank = At(number);
  --rank.pending;
  const bool wake = rank.waits_for == kAll ? rank.pending == 0 : rank.waits_for == request;
  if (!wake) return;
  rank.waits_for = kNobody;
  ready_.push_back(number);
}

// ---- messages ----------------------------------------------------------------

void TimeOrderedEngine::Send(int number, const Operation& operation) {
  const std::uint32_t row = costs_.Find(operation.amount, topology_.Hops(number, operation.peer));
  const CostRow<1>& cost = costs_[row];
  Rank& rank = At(number);
  Request& request = Activate(number, operation);
  const bool rendezvous = !cost.all_eager || operation.synchronous;
  const double begin = std::max(rank.time, rank.interface_free);
  if (!rendezvous) Advance(rank, Activity::kBlocked, begin);
  Advance(rank, Activity::kOverhead, rank.time + cost.send_overhead[0]);
  rank.interface_free = begin + cost.gap[0];
  ++sent_;
  const int id = NewMessage({.envelope = {number, operation.tag, operation.communicator},
                             .to = operation.peer,
                             .bytes = operation.amount,
                             .row = row,
                             .begin = begin + cost.send_overhead[0],
                             .asked = rank.time,
                             .send_request = operation.request,
                             .rendezvous = rendezvous});
  At(operation.peer).unmatched.push_back(id);
  request.state = rendezvous ? State::kPending : State::kSent;
  request.time = rank.time;
  if (rendezvous) {
    ++rank.pending;
    ++MessageAt(id).events;
    events_.Push(rank.time + cost.handshake[0], Happening::kRequest, id);
  } else {
    Depart(id, rank.time);
  }
  // A receive that names what it wants has this message for sure, arrived or not.
  const auto& posted = At(operation.peer).posted;
  const auto first = std::find_if(posted.begin(), posted.end(), [&](const Posted& receive) {
    return Takes(receive.envelope, MessageAt(id).envelope);
  });
  if (first != posted.end() && first->envelope == MessageAt(id).envelope) MatchPosted(id);
}

bool TimeOrderedEngine::Receive(int number, const Operation& operation, double now) {
  Rank& rank = At(number);
  const bool any = operation.peer == kAnySource || operation.tag == kAnyTag;
  if (any && rank.time > now) {  // what arrives until then counts
    events_.Push(rank.time, Happening::kResume, number);
    return false;
  }
  Request& request = Activate(number, operation);
  ++others_;
  request.time = rank.time;
  request.state = State::kPending;
  ++rank.pending;
  const Posted receive{{operation.peer, operation.tag, operation.communicator}, operation.request};
  const auto first = FirstFor(rank, receive.envelope);
  if (!first) {
    rank.posted.push_back(receive);
    return true;
  }
  // An earlier receive with a wildcard may still take a message that has not arrived.
  const Message& message = MessageAt(*first);
  const bool claimed =
      !message.arrived && std::any_of(rank.posted.begin(), rank.posted.end(),
                                      [&](const Posted& other) { return Takes(other.envelope, message.envelope); });
  if (claimed) {
    rank.posted.push_back(receive);
  } else {
    Match(*first, operation.request);
    FreeIfDone(*first);
  }
  return true;
}

// The message that the receive takes of those that are there: with wildcards, of the source whose message arrived first
// the one that it sent first.
std::optional<int> TimeOrderedEngine::FirstFor(const Rank& rank, const Envelope& receive) const {
  const auto of = [&](int id) -> const Message& { return messages_[static_cast<std::size_t>(id)]; };
  Envelope wanted = receive;
  const bool any = wanted.source == kAnySource || wanted.tag == kAnyTag;
  if (any) {
    const auto first =
        std::find_if(rank.arrived.begin(), rank.arrived.end(), [&](int id) { return Takes(wanted, of(id).envelope); });
    if (first == rank.arrived.end()) return std::nullopt;
    wanted.source = of(*first).envelope.source;
  }
  const auto first = std::find_if(rank.unmatched.begin(), rank.unmatched.end(),
                                  [&](int id) { return Takes(wanted, of(id).envelope); });
  return first == rank.unmatched.end() ? std::nullopt : std::optional(*first);
}

// The first receive that takes the message gets the first message of the same source that it takes. False where nobody
// takes it.
bool TimeOrderedEngine::MatchPosted(int id) {
  Rank& rank = At(MessageAt(id).to);
  const Envelope envelope = MessageAt(id).envelope;
  const auto receive = std::find_if(rank.posted.begin(), rank.posted.end(),
                                    [&](const Posted& posted) { return Takes(posted.envelope, envelope); });
  if (receive == rank.posted.end()) return false;
  const Envelope wanted{envelope.source, receive->envelope.tag, envelope.communicator};
  const auto first = std::find_if(rank.unmatched.begin(), rank.unmatched.end(),
                                  [&](int other) { return Takes(wanted, MessageAt(other).envelope); });
  const std::uint16_t request = receive->request;
  rank.posted.erase(receive);
  Match(*first, request);
  return true;
}

void TimeOrderedEngine::Match(int id, std::uint16_t request) {
  Message& message = MessageAt(id);
  Rank& rank = At(message.to);
  rank.unmatched.remove(id);
  if (message.arrived) rank.arrived.remove(id);
  message.receive_request = request;
  Request& receive = rank.requests[request];
  receive.row = message.row;
  message.posted = receive.time;
  if (!message.rendezvous) {
    if (message.arrived) Received(id);
    return;
  }
  const CostRow<1>& cost = costs_[message.row];
  const double asked = std::max(message.asked + cost.handshake[0], receive.time);
  const double goes = std::max(asked + cost.handshake[0], message.begin);
  Request& send = At(message.envelope.source).requests[message.send_request];
  send.time = goes + cost.gap[0];
  send.state = State::kSent;
  Over(message.envelope.source, message.send_request);
  Depart(id, goes);
}

void TimeOrderedEngine::Depart(int id, double time) {
  Message& message = MessageAt(id);
  ++message.events;
  if (traffic_) {
    traffic_->Enter(id, message.envelope.source, message.to, message.bytes, time);
  } else {
    events_.Push(time + costs_[message.row].transit[0], Happening::kArrival, id);
  }
}

// The last byte is there. Where receivers can be busy, the message has to wait for its turn.
void TimeOrderedEngine::Arrive(int id, double now) {
  Message& message = MessageAt(id);
  Rank& rank = At(message.to);
  if (!options_.busy_receivers) return Take(id, now);
  const double turn = std::max(now, rank.receiving_free);
  rank.receiving_free = turn + costs_[message.row].gap[0];
  ++message.events;
  events_.Push(turn, Happening::kTaken, id);
}

void TimeOrderedEngine::Take(int id, double now) {
  Message& message = MessageAt(id);
  message.taken = now;
  if (message.receive_request < 0) {
    Show(id);
  } else {
    Received(id);
  }
}

// The receiver sees that there is a message.
void TimeOrderedEngine::Show(int id) {
  const Message& message = MessageAt(id);
  MessageAt(id).arrived = true;
  At(message.to).arrived.push_back(id);
  while (message.receive_request < 0 && MatchPosted(id)) {
  }
}

void TimeOrderedEngine::Received(int id) {
  Message& message = MessageAt(id);
  const auto request = static_cast<std::uint16_t>(message.receive_request);
  Request& receive = At(message.to).requests[request];
  receive.time = std::max(receive.time, message.taken) + costs_[message.row].arrival_overhead[0];
  receive.state = State::kReceived;
  message.received = true;
  if (observer_ != nullptr) Tell(message, receive.time);
  Over(message.to, request);
}

void TimeOrderedEngine::Tell(const Message& message, double received) const {
  const CostRow<1>& cost = costs_[message.row];
  const double asked = std::max(message.asked + cost.handshake[0], message.posted);
  const double goes = std::max(asked + cost.handshake[0], message.begin);
  observer_->OnMessage({.from = message.envelope.source,
                        .to = message.to,
                        .bytes = message.bytes,
                        .sent = message.asked * kSeconds,
                        .posted = message.posted * kSeconds,
                        .arrived = message.taken * kSeconds,
                        .received = received * kSeconds,
                        .over = (goes + cost.gap[0]) * kSeconds,
                        .rendezvous = message.rendezvous,
                        .late_receive = message.rendezvous && asked == message.posted});
}

// A message's number is used again when nothing more will happen to it.
void TimeOrderedEngine::FreeIfDone(int id) {
  Message& message = MessageAt(id);
  if (!message.received || message.events != 0) return;
  message.received = false;
  free_messages_.push_back(id);
}

int TimeOrderedEngine::NewMessage(const Message& message) {
  if (free_messages_.empty()) {
    messages_.push_back(message);
    return static_cast<int>(messages_.size()) - 1;
  }
  const int id = free_messages_.back();
  free_messages_.pop_back();
  MessageAt(id) = message;
  return id;
}

// ---- results -----------------------------------------------------------------

ReplayResult TimeOrderedEngine::Result() const {
  ReplayResult result;
  for (const Rank& rank : ranks_) {
    result.finish_seconds.push_back(rank.time * kSeconds);
    result.compute_seconds.push_back(rank.compute * scenario_.compute_factor * kSeconds);
    result.parallel_seconds = std::max(result.parallel_seconds, result.finish_seconds.back());
    result.serial_seconds += result.compute_seconds.back();
    result.unreceived += static_cast<std::int64_t>(rank.unmatched.size());
  }
  result.messages = sent_;
  result.events = others_ + 2 * sent_;
  return result;
}

std::string TimeOrderedEngine::Where(int number) const {
  const Rank& rank = ranks_[static_cast<std::size_t>(number)];
  return program_.Where(number, rank.cursor, rank.index);
}

std::string TimeOrderedEngine::WhatIsMissing(int number, int request) const {
  for (const Posted& posted : ranks_[static_cast<std::size_t>(number)].posted) {
    if (request == kAll || posted.request == request) return MissingMessage(posted.envelope);
  }
  for (const Rank& rank : ranks_) {
    for (const int id : rank.unmatched) {
      const Message& message = messages_[static_cast<std::size_t>(id)];
      const bool own = message.envelope.source == number && message.rendezvous;
      if (own && (request == kAll || message.send_request == request)) {
        return MissingReceive(message.to, message.envelope);
      }
    }
  }
  return "a message that others block on its way";
}

void TimeOrderedEngine::RequireAllEnded() const {
  DeadlockReport report;
  for (int number = 0; number < program_.ranks(); ++number) {
    const Rank& rank = ranks_[static_cast<std::size_t>(number)];
    if (!rank.ended) report.Add(Where(number), WhatIsMissing(number, rank.waits_for));
  }
  if (!report.empty()) throw report.ToError(program_.ranks());
}

}  // namespace mpigauge
