#include "simulator/replay/order_free.h"

#include <algorithm>

#include "base/error.h"
#include "simulator/replay/deadlock.h"
#include "simulator/replay/order_free_messages.h"

namespace mpigauge {
namespace {

constexpr std::size_t kAhead = 4;  // operations

}  // namespace

template <int K>
OrderFreeEngine<K>::OrderFreeEngine(const Program& program, const Topology& topology,
                                    std::span<const Scenario> scenarios, const ReplayOptions& options)
    : program_(program),
      topology_(topology),
      scenarios_(scenarios),
      hosts_(options.hosts),
      costs_(scenarios, options.receive_cost) {
  constexpr double kNanoseconds = 1e9;
  for (std::size_t lane = 0; lane < K; ++lane) {
    const Scenario& scenario = scenarios[std::min(lane, scenarios.size() - 1)];
    factors_[lane] = scenario.compute_factor;
    combine_[lane] = scenario.model.combine_seconds_per_byte * kNanoseconds;
  }
}

template <int K>
std::vector<ReplayResult> OrderFreeEngine<K>::Run() {
  Start();
  for (bool ran = true; ran;) {
    ran = false;
    for (auto& ready : ready_) ran = RunBlock(ready) || ran;
  }
  RequireAllEnded();
  return Results();
}

template <int K>
void OrderFreeEngine<K>::Start() {
  ranks_.resize(static_cast<std::size_t>(program_.ranks()));
  std::uint32_t requests = 0;
  for (int number = 0; number < program_.ranks(); ++number) {
    At(number).first_request = requests;
    requests += static_cast<std::uint32_t>(program_.Requests(number));
  }
  requests_.resize(requests);
  ready_.resize(ranks_.size() / kBlock + 1);
  for (int number = 0; number < program_.ranks(); ++number) {
    ready_[static_cast<std::size_t>(number / kBlock)].push_back(number);
  }
}

// Returns false if no rank could run. Ranks of the block that are woken meanwhile run too.
template <int K>
bool OrderFreeEngine<K>::RunBlock(std::vector<int>& ready) {
  const bool any = !ready.empty();
  while (!ready.empty()) {
    running_.swap(ready);
    for (const int number : running_) RunRank(number);
    running_.clear();
  }
  return any;
}

// All that a rank has, at once and not one after the other: it is most likely not in the cache.
template <int K>
void OrderFreeEngine<K>::Prefetch(int number) {
  const Rank& rank = At(number);
  __builtin_prefetch(&rank, 1);
  __builtin_prefetch(&rank.posted, 1);
  __builtin_prefetch(&rank.messages, 1);
  __builtin_prefetch(&rank.messages + 1, 1);
}

// To a rank that does not exist there is nothing to prefetch; Send says so when it comes to it.
template <int K>
void OrderFreeEngine<K>::PrefetchPeer(const Operation& operation) {
  if (operation.call == Call::kSend && IsRank(operation.peer)) Prefetch(operation.peer);
}

template <int K>
void OrderFreeEngine<K>::RunRank(int number) {
  Prefetch(number);
  Rank& rank = At(number);
  Lanes<K> time = rank.time;
  if (rank.waits_for != kNobody) {  // it was woken
    EndWait(rank, rank.waits_for, time);
    rank.waits_for = kNobody;
    rank.index = rank.last ? 0 : rank.index + 1;
    if (rank.last) rank.cursor = rank.next;
  }
  for (;;) {
    const Chunk chunk = program_.Fetch(number, rank.cursor, buffer_);
    const std::size_t size = chunk.operations.size();
    if (size == 0) break;
    for (std::size_t i = rank.index; i < std::min(rank.index + kAhead, size); ++i) PrefetchPeer(chunk.operations[i]);
    for (std::size_t i = rank.index; i < size; ++i) {
      const Operation& operation = chunk.operations[i];
      if (i + kAhead < size) PrefetchPeer(chunk.operations[i + kAhead]);
      rank.index = static_cast<std::uint32_t>(i);
      switch (operation.call) {
        case Call::kCalc: {
          const auto amount = static_cast<double>(operation.amount);
          time += Scaled(factors_, amount);
          rank.compute += amount;
          ++others_;
          break;
        }
        case Call::kSend: Send(number, operation, time); break;
        case Call::kReceive: Receive(number, operation, time); break;
        case Call::kWait:
        case Call::kWaitAll: {
          const int request = operation.call == Call::kWait ? operation.request : kAll;
          if (MustWait(rank, request)) {
            rank.waits_for = request;
            rank.last = i + 1 == size;
            rank.next = chunk.next;
            rank.time = time;
            return;
          }
          EndWait(rank, request, time);
          break;
        }
        case Call::kCollective:
          ++others_;
          if (!Meet(number, operation, time)) {
            rank.waits_for = kMeeting;
            rank.last = i + 1 == size;
            rank.next = chunk.next;
            return;
          }
          break;
        case Call::kCombine: time += Scaled(combine_, static_cast<double>(operation.amount)); break;
      }
    }
    rank.index = 0;
    rank.cursor = chunk.next;
  }
  rank.time = time;
  rank.ended = true;
}

// Returns true if the rank leaves the collective at once, at the time that is then in `time`; otherwise it is woken up.
template <int K>
bool OrderFreeEngine<K>::Meet(int number, const Operation& operation, Lanes<K>& time) {
  if (!meetings_) {
    if (program_.communicators() == nullptr) throw UsageError("{}: collectives must be expanded", Where(number));
    meetings_.emplace(*program_.communicators(), scenarios_);
  }
  const std::uint32_t row = costs_.Find(operation.amount, Hops(0, program_.ranks() - 1));
  bool leaves = false;
  for (const auto& leave :
       meetings_->Enter(number, operation, time, costs_[row], [=, this] { return Where(number); })) {
    if (leave.rank == number) {
      time = leave.time;
      leaves = true;
    } else {
      At(leave.rank).time = leave.time;
      Wake(leave.rank);
    }
  }
  return leaves;
}

template <int K>
void OrderFreeEngine<K>::ThrowActive(int number, const Operation& operation) const {
  throw UsageError("{}: {}: its request is still active", Where(number), Describe(operation));
}

template <int K>
void OrderFreeEngine<K>::ThrowNoRank(int number, const Operation& operation) const {
  throw UsageError("{}: {}: there are {} ranks", Where(number), Describe(operation), program_.ranks());
}

template <int K>
bool OrderFreeEngine<K>::MustWait(const Rank& rank, int request) {
  if (request == kAll) return rank.pending != 0;
  return requests_[rank.first_request + static_cast<std::size_t>(request)].state == State::kPending;
}

template <int K>
void OrderFreeEngine<K>::EndWait(Rank& rank, int request, Lanes<K>& time) {
  if (request >= 0) {
    Complete(requests_[rank.first_request + static_cast<std::size_t>(request)], time);
    return;
  }
  if (request == kAll) EndWaitAll(rank, time);
}

template <int K>
void OrderFreeEngine<K>::EndWaitAll(const Rank& rank, Lanes<K>& time) {
  const std::size_t end = &rank == &ranks_.back() ? requests_.size() : (&rank + 1)->first_request;
  Lanes<K> sent = time;
  arrivals_.Clear();
  for (std::size_t each = rank.first_request; each < end; ++each) {
    Request& request = requests_[each];
    if (request.state == State::kReceived) {
      arrivals_.Add(Max(time, request.time), costs_[request.row].wait_overhead, request.row);
    } else if (request.state == State::kSent) {
      sent = Max(sent, request.time);
    }
    request.state = State::kIdle;
  }
  arrivals_.Take(time);
  time = Max(time, sent);
}

template <int K>
void OrderFreeEngine<K>::Complete(Request& request, Lanes<K>& time) {
  if (request.state == State::kReceived) {
    time = Max(time, request.time) + costs_[request.row].wait_overhead;
  } else if (request.state == State::kSent) {
    time = Max(time, request.time);
  }
  request.state = State::kIdle;
}

template <int K>
std::vector<ReplayResult> OrderFreeEngine<K>::Results() const {
  constexpr double kSeconds = 1e-9;
  std::vector<ReplayResult> results(scenarios_.size());
  for (std::size_t lane = 0; lane < scenarios_.size(); ++lane) {
    ReplayResult& result = results[lane];
    for (const Rank& rank : ranks_) {
      result.finish_seconds.push_back(rank.time[lane] * kSeconds);
      result.compute_seconds.push_back(rank.compute * factors_[lane] * kSeconds);
      result.parallel_seconds = std::max(result.parallel_seconds, result.finish_seconds.back());
      result.serial_seconds += result.compute_seconds.back();
      result.unreceived += static_cast<std::int64_t>(rank.messages.size());
    }
    result.messages = messages_;
    result.events = others_ + 2 * messages_;
  }
  return results;
}

template <int K>
std::string OrderFreeEngine<K>::Where(int number) const {
  const Rank& rank = ranks_[static_cast<std::size_t>(number)];
  return program_.Where(number, rank.cursor, rank.index);
}

// A pending request is a receive that is posted, or a rendezvous whose message lies at its destination.
template <int K>
std::string OrderFreeEngine<K>::WhatIsMissing(int number, int request) const {
  if (request == kMeeting) return meetings_->Missing(number);
  for (const Posted& posted : ranks_[static_cast<std::size_t>(number)].posted) {
    if (request != kAll && posted.request != request) continue;
    return MissingMessage(posted.envelope);
  }
  for (std::size_t to = 0; to < ranks_.size(); ++to) {
    for (const Message& message : ranks_[to].messages) {
      const bool own = message.envelope.source == number && message.rendezvous;
      if (!own || (request != kAll && message.send_request != request)) continue;
      const auto& eager = costs_[message.row].eager;
      const bool some = !message.synchronous && std::find(eager, eager + K, true) != eager + K;
      const std::string missing = MissingReceive(static_cast<int>(to), message.envelope);
      return some ? missing + " (eager in some of the models, but not in all)" : missing;
    }
  }
  return "nothing";
}

template <int K>
void OrderFreeEngine<K>::RequireAllEnded() const {
  DeadlockReport report;
  for (int number = 0; number < program_.ranks(); ++number) {
    const Rank& rank = ranks_[static_cast<std::size_t>(number)];
    if (!rank.ended) report.Add(Where(number), WhatIsMissing(number, rank.waits_for));
  }
  if (!report.empty()) throw report.ToError(program_.ranks());
  const std::string unfinished = meetings_ ? meetings_->Unfinished() : "";
  if (!unfinished.empty()) throw UsageError("{}", unfinished);
}

template class OrderFreeEngine<1>;
template class OrderFreeEngine<2>;
template class OrderFreeEngine<4>;
template class OrderFreeEngine<8>;

}  // namespace mpigauge
