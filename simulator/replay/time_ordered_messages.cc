// The messages of the time-ordered engine.
#include <algorithm>

#include "base/error.h"
#include "simulator/replay/time_ordered.h"

namespace mpigauge {

void TimeOrderedEngine::Send(int number, const Operation& operation) {
  if (operation.peer < 0 || operation.peer >= program_.ranks()) {
    throw UsageError("{}: {}: there are {} ranks", Where(number), Describe(operation), program_.ranks());
  }
  const std::uint32_t row = costs_.Find(operation.amount, Hops(number, operation.peer));
  const CostRow<1>& cost = costs_[row];
  Rank& rank = At(number);
  Request& request = Activate(number, operation);
  const bool rendezvous = !cost.all_eager || operation.synchronous;
  const double begin = std::max(rank.time, rank.interface_free);
  if (!rendezvous) Advance(rank, Activity::kBlocked, begin);
  Advance(rank, Activity::kOverhead, rank.time + cost.send_overhead[0]);
  rank.interface_free = begin + cost.interface[0];
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
  const int from = HostOf(message.envelope.source);
  const int to = HostOf(message.to);
  if (traffic_ && from != to) {
    traffic_->Enter(id, from, to, message.bytes, time);
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
                        .tag = message.envelope.tag,
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

}  // namespace mpigauge
