#pragma once

// The messages of the order-free engine. Only for order_free.cc, into whose loop it is to be inlined.

#include "base/error.h"
#include "simulator/replay/order_free.h"

namespace mpigauge {

template <int K>
void OrderFreeEngine<K>::Send(int number, const Operation& operation, Lanes<K>& time) {
  if (!IsRank(operation.peer)) ThrowNoRank(number, operation);
  const std::uint32_t row = costs_.Find(operation.amount, Hops(number, operation.peer));
  const CostRow<K>& cost = costs_[row];
  ++messages_;
  if (!cost.all_eager || operation.synchronous) return SendRendezvous(number, operation, row, time);
  Rank& rank = At(number);
  Activate(number, operation).state = State::kSent;
  const Lanes<K> begin = Max(time, rank.interface_free);
  time = begin + cost.send_overhead;
  rank.interface_free = begin + cost.interface;
  Deliver(operation.peer,
          {{number, operation.tag, operation.communicator}, row, time + cost.transit, operation.request, false, false});
}

// In scenarios where it is eager, the send goes as an eager one, but its wait is over only when it is matched: what the
// rank waits for must be the same in all of them.
template <int K>
void OrderFreeEngine<K>::SendRendezvous(int number, const Operation& operation, std::uint32_t row, Lanes<K>& time) {
  const CostRow<K>& cost = costs_[row];
  Rank& rank = At(number);
  Request& request = Activate(number, operation);
  const Lanes<K> begin = Max(time, rank.interface_free);
  for (std::size_t lane = 0; lane < K; ++lane) {
    const bool eager = cost.eager[lane] && !operation.synchronous;
    time[lane] = (eager ? begin[lane] : time[lane]) + cost.send_overhead[lane];
  }
  rank.interface_free = begin + cost.interface;
  request.time = time;
  request.state = State::kPending;
  ++rank.pending;
  Deliver(operation.peer, {{number, operation.tag, operation.communicator},
                           row,
                           begin + cost.send_overhead,
                           operation.request,
                           true,
                           operation.synchronous});
}

// The receive takes the message if it was posted already; otherwise the message waits.
template <int K>
void OrderFreeEngine<K>::Deliver(int to, const Message& message) {
  Rank& receiver = At(to);
  for (auto posted = receiver.posted.begin(); posted != receiver.posted.end(); ++posted) {
    if (!(posted->envelope == message.envelope)) continue;
    const std::uint16_t request = posted->request;
    receiver.posted.erase(posted);
    Match(RequestOf(receiver, request), message);
    Over(to, request);
    return;
  }
  receiver.messages.push_back(message);
}

template <int K>
void OrderFreeEngine<K>::Receive(int number, const Operation& operation, const Lanes<K>& time) {
  if (operation.peer == kAnySource || operation.tag == kAnyTag) {
    throw UsageError(
        "{}: {}: which message it receives depends on the order of arrivals; replay it in the order of time",
        Where(number), Describe(operation));
  }
  ++others_;
  Rank& rank = At(number);
  Request& request = Activate(number, operation);
  request.time = time;
  const Envelope envelope{operation.peer, operation.tag, operation.communicator};
  for (auto message = rank.messages.begin(); message != rank.messages.end(); ++message) {
    if (!(message->envelope == envelope)) continue;
    Match(request, *message);
    rank.messages.erase(message);
    return;
  }
  request.state = State::kPending;
  ++rank.pending;
  rank.posted.push_back({envelope, operation.request});
}

template <int K>
void OrderFreeEngine<K>::Match(Request& receive, const Message& message) {
  receive.row = message.row;
  receive.state = State::kReceived;
  if (message.rendezvous) {
    MatchRendezvous(receive, message);
  } else {
    receive.time = Max(receive.time, message.time) + costs_[message.row].arrival_overhead;
  }
}

template <int K>
void OrderFreeEngine<K>::MatchRendezvous(Request& receive, const Message& message) {
  const CostRow<K>& cost = costs_[message.row];
  Request& send = RequestOf(At(message.envelope.source), message.send_request);
  for (std::size_t lane = 0; lane < K; ++lane) {
    const bool eager = cost.eager[lane] && !message.synchronous;
    const double asked = std::max(send.time[lane] + cost.handshake[lane], receive.time[lane]);
    const double goes = eager ? message.time[lane] : std::max(asked + cost.handshake[lane], message.time[lane]);
    const double arrival = goes + cost.transit[lane];
    send.time[lane] = eager ? send.time[lane] : goes + cost.gap[lane];
    receive.time[lane] = std::max(receive.time[lane], arrival) + cost.arrival_overhead[lane];
  }
  send.state = State::kSent;
  Over(message.envelope.source, message.send_request);
}

// One more request of the rank is over; it goes on if it waited for that.
template <int K>
void OrderFreeEngine<K>::Over(int number, std::uint16_t request) {
  Rank& rank = At(number);
  --rank.pending;
  const bool wake = rank.waits_for == kAll ? rank.pending == 0 : rank.waits_for == request;
  if (wake) Wake(number);
}

}  // namespace mpigauge
