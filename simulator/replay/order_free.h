#pragma once

// The order-free engine. Internal to this folder: see replay.h.

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulator/replay/arrivals.h"
#include "simulator/replay/collective_meetings.h"
#include "simulator/replay/cost_table.h"
#include "simulator/replay/deadlock.h"
#include "simulator/replay/huge_pages.h"
#include "simulator/replay/replay.h"

namespace mpigauge {

template <int K>
class OrderFreeEngine {
 public:
  OrderFreeEngine(const Program& program, const Topology& topology, std::span<const Scenario> scenarios,
                  const ReplayOptions& options);

  // All times are in nanoseconds.
  std::vector<ReplayResult> Run();

 private:
  enum class State : std::uint8_t { kIdle, kPending, kSent, kReceived };

  struct Request {
    // The time of a receive is first when it was posted, and when its message can be taken once that has arrived. The
    // time of a rendezvous is first when the rank had asked for it, and when it was over once it is.
    Lanes<K> time{};
    std::uint32_t row = 0;
    State state = State::kIdle;
  };

  struct Message {
    Envelope envelope;
    std::uint32_t row;
    Lanes<K> time;               // eager: arrival; rendezvous: when the data could go at the earliest
    std::uint16_t send_request;  // of the source
    bool rendezvous;
    bool synchronous;
  };

  struct Posted {
    Envelope envelope;
    std::uint16_t request;
  };

  static constexpr int kNobody = -1;
  static constexpr int kAll = -2;
  static constexpr int kMeeting = -3;  // in a collective; `time` is when it leaves
  static constexpr int kInlineMessages = K == 1 ? 4 : 2;

  // Ranks run block by block, a block as long as one of its ranks can: its state fits into a cache.
  static constexpr int kBlock = K == 1 ? 1024 : 256;

  struct Rank {
    Lanes<K> time{};
    Lanes<K> interface_free{};
    double compute = 0;
    std::uint64_t cursor = 0;
    std::uint64_t next = 0;   // the chunk after this one
    std::uint32_t index = 0;  // within the chunk
    bool last = false;        // whether the wait that the rank is in ends its chunk
    std::uint32_t first_request = 0;
    std::uint32_t pending = 0;  // requests that are not over
    int waits_for = kNobody;    // a request's number, kAll or kMeeting
    bool ended = false;
    boost::container::small_vector<Posted, 4> posted;                   // receives without a message
    boost::container::small_vector<Message, kInlineMessages> messages;  // that no receive was posted for
  };

  void Start();
  bool RunBlock(std::vector<int>& ready);
  void Prefetch(int number);
  void PrefetchPeer(const Operation& operation);
  void RunRank(int number);
  void Send(int number, const Operation& operation, Lanes<K>& time);
  void SendRendezvous(int number, const Operation& operation, std::uint32_t row, Lanes<K>& time);
  void Receive(int number, const Operation& operation, const Lanes<K>& time);
  bool Meet(int number, const Operation& operation, Lanes<K>& time);
  bool MustWait(const Rank& rank, int request);
  void EndWait(Rank& rank, int request, Lanes<K>& time);
  void EndWaitAll(const Rank& rank, Lanes<K>& time);
  void Complete(Request& request, Lanes<K>& time);
  void Deliver(int to, const Message& message);
  void Match(Request& receive, const Message& message);
  void MatchRendezvous(Request& receive, const Message& message);
  void Over(int number, std::uint16_t request);
  void Wake(int number) { ready_[static_cast<std::size_t>(number / kBlock)].push_back(number); }
  int Hops(int from, int to) const {
    if (hosts_.empty()) return topology_.Hops(from, to);
    return topology_.Hops(hosts_[static_cast<std::size_t>(from)], hosts_[static_cast<std::size_t>(to)]);
  }
  Request& Activate(int number, const Operation& operation) {
    Request& request = RequestOf(At(number), operation.request);
    if (request.state != State::kIdle) ThrowActive(number, operation);
    return request;
  }
  [[noreturn]] void ThrowNoRank(int number, const Operation& operation) const;
  [[noreturn]] void ThrowActive(int number, const Operation& operation) const;
  Request& RequestOf(const Rank& rank, std::uint16_t request) { return requests_[rank.first_request + request]; }
  bool IsRank(int number) const { return static_cast<std::size_t>(number) < ranks_.size(); }
  Rank& At(int number) { return ranks_[static_cast<std::size_t>(number)]; }
  std::vector<ReplayResult> Results() const;
  void RequireAllEnded() const;
  std::string WhatIsMissing(int number, int request) const;
  std::string Where(int number) const;

  const Program& program_;
  const Topology& topology_;
  std::span<const Scenario> scenarios_;
  std::span<const int> hosts_;  // of ranks; empty: each is its own
  Lanes<K> factors_;
  Lanes<K> combine_;  // nanoseconds per byte
  CostTable<K> costs_;
  std::vector<Rank, HugePageAllocator<Rank>> ranks_;
  std::vector<Request, HugePageAllocator<Request>> requests_;
  std::vector<std::vector<int>> ready_;  // ranks that can run, by block
  std::vector<int> running_;
  std::vector<Operation> buffer_;
  Arrivals<K> arrivals_;                           // of the wait that ends
  std::optional<CollectiveMeetings<K>> meetings_;  // once there is a collective
  std::int64_t messages_ = 0;
  std::int64_t others_ = 0;  // computations and receives
};

extern template class OrderFreeEngine<1>;
extern template class OrderFreeEngine<2>;
extern template class OrderFreeEngine<4>;
extern template class OrderFreeEngine<8>;

}  // namespace mpigauge
