#include "simulator/replay/time_ordered.h"

#include <algorithm>

#include "base/error.h"
#include "simulator/replay/deadlock.h"

namespace mpigauge {
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
    const ReplayEvent event = events_.Pop();
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

void TimeOrderedEngine::Handle(const ReplayEvent& event) {
  switch (event.happening) {
    case Happening::kRelease: traffic_->Release(event); break;
    case Happening::kHead: traffic_->Head(event); break;
    case Happening::kResume: RunRank(event.subject, event.time); break;
    case Happening::kArrival:
    case Happening::kTaken:
    case Happening::kRequest: HandleMessage(event); break;
  }
}

void TimeOrderedEngine::HandleMessage(const ReplayEvent& event) {
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

// Returns false if the rank cannot go on now.
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
    case Call::kSend: Send(number, operation); return true;
    case Call::kReceive: return Receive(number, operation, now);
    case Call::kWait:
    case Call::kWaitAll: return Wait(rank, operation);
    case Call::kCombine: {
      constexpr double kNanoseconds = 1e9;
      const double one = scenario_.model.combine_seconds_per_byte * kNanoseconds;
      Advance(rank, Activity::kOverhead, rank.time + one * static_cast<double>(operation.amount));
      return true;
    }
    case Call::kCollective: return Meet(number, operation);
  }
  return true;
}

// A rank enters, and may leave at once; or it leaves now, after others have entered.
bool TimeOrderedEngine::Meet(int number, const Operation& operation) {
  if (At(number).waits_for == kLeaves) {
    At(number).waits_for = kNobody;
    return true;
  }
  if (!meetings_) {
    if (program_.communicators() == nullptr) throw UsageError("{}: collectives must be expanded", Where(number));
    meetings_.emplace(*program_.communicators(), std::span(&scenario_, 1));
  }
  ++others_;
  At(number).waits_for = kMeeting;
  const CostRow<1>& cost = costs_[costs_.Find(operation.amount, Hops(0, program_.ranks() - 1))];
  for (const auto& leave :
       meetings_->Enter(number, operation, {At(number).time}, cost, [=, this] { return Where(number); })) {
    Rank& rank = At(leave.rank);
    Advance(rank, Activity::kBlocked, std::max(rank.time, leave.caused));
    Advance(rank, Activity::kCollective, leave.time[0]);
    if (observer_ != nullptr) Tell(leave, operation);
    rank.waits_for = leave.rank == number ? kNobody : kLeaves;
    if (leave.rank != number) ready_.push_back(leave.rank);
  }
  return At(number).waits_for == kNobody;
}

void TimeOrderedEngine::Tell(const CollectiveMeetings<1>::Leave& leave, const Operation& operation) const {
  observer_->OnCollective({.rank = leave.rank,
                           .kind = static_cast<CollectiveKind>(operation.tag),
                           .bytes = operation.amount,
                           .entered = leave.entered * kSeconds,
                           .cause = leave.cause,
                           .caused = leave.caused * kSeconds,
                           .left = leave.time[0] * kSeconds});
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
  CompleteAll(rank);
  return true;
}

// Messages are taken in as they arrive, and messages that were there before by the numbers of the requests. Then sends
// are over.
void TimeOrderedEngine::CompleteAll(Rank& rank) {
  std::vector<std::pair<double, Request*>> received;
  for (Request& request : rank.requests) {
    if (request.state == State::kReceived) received.emplace_back(std::max(rank.time, request.time), &request);
  }
  std::sort(received.begin(), received.end());
  for (const auto& [time, request] : received) Complete(rank, *request);
  for (Request& request : rank.requests) Complete(rank, request);
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
  if (request == kMeeting) return meetings_->Missing(number);
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
  const std::string unfinished = meetings_ ? meetings_->Unfinished() : "";
  if (!unfinished.empty()) throw UsageError("{}", unfinished);
}

}  // namespace mpigauge
