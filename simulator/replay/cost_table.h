#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "simulator/replay/lanes.h"
#include "simulator/replay/replay.h"

namespace mpigauge {

// The costs of a message of some size over some hops in each scenario, in nanoseconds. Any form of model comes down to
// such rows, so that piecewise and tabulated models cost nothing at replay.
template <int K>
struct CostRow {
  Lanes<K> send_overhead;
  Lanes<K> gap;        // of a rendezvous: until its send is over
  Lanes<K> interface;  // how long it is kept
  Lanes<K> transit;
  Lanes<K> wait_overhead;     // of the receive, in its wait
  Lanes<K> arrival_overhead;  // of the receive, after the arrival
  Lanes<K> handshake;         // one way of a rendezvous' request or answer
  bool eager[K] = {};
  bool all_eager = true;
};

// Rows are made when a size and a number of hops is first met.
template <int K>
class CostTable {
 public:
  CostTable(std::span<const Scenario> scenarios, ReceiveCost receive_cost)
      : scenarios_(scenarios), receive_cost_(receive_cost), slots_(64) {}

  std::uint32_t Find(std::int64_t bytes, int hops) {
    const Key key{bytes, hops};
    if (key == last_key_) return last_row_;
    last_key_ = key;
    last_row_ = Lookup(key);
    return last_row_;
  }

  const CostRow<K>& operator[](std::uint32_t row) const { return rows_[row]; }

 private:
  struct Key {
    std::int64_t bytes = -1;
    int hops = -1;
    bool operator==(const Key&) const = default;
  };
  struct Slot {
    Key key;
    std::uint32_t row = 0;
  };

  std::uint32_t Lookup(const Key& key);
  Slot& SlotOf(const Key& key);
  CostRow<K> Make(const Key& key) const;

  // No hops: within a host.
  template <typename Models>
  static const NetworkModel& Choose(const Models& models, int hops) {
    return hops == 0 && models.same_host ? *models.same_host : models.model;
  }
  static const NetworkModel& ModelOf(const Scenario& scenario, std::int64_t bytes, int hops) {
    for (const MessageClass& one : scenario.classes) {
      if (one.from_bytes <= bytes && bytes <= one.to_bytes) return Choose(one, hops);
    }
    return Choose(scenario, hops);
  }

  std::span<const Scenario> scenarios_;
  ReceiveCost receive_cost_;
  std::vector<Slot> slots_;  // a hash table with linear probing; its size is a power of two
  std::vector<CostRow<K>> rows_;
  Key last_key_;
  std::uint32_t last_row_ = 0;
};

template <int K>
typename CostTable<K>::Slot& CostTable<K>::SlotOf(const Key& key) {
  const std::uint64_t mixed =
      (static_cast<std::uint64_t>(key.bytes) << 12 | static_cast<std::uint64_t>(key.hops)) * 0x9e3779b97f4a7c15ULL;
  std::size_t at = (mixed >> 32) & (slots_.size() - 1);
  while (slots_[at].key.hops >= 0 && !(slots_[at].key == key)) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

template <int K>
std::uint32_t CostTable<K>::Lookup(const Key& key) {
  const Slot& found = SlotOf(key);
  if (found.key.hops >= 0) return found.row;
  if (rows_.size() * 2 >= slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key.hops >= 0) SlotOf(slot.key) = slot;
    }
  }
  rows_.push_back(Make(key));
  const auto row = static_cast<std::uint32_t>(rows_.size() - 1);
  SlotOf(key) = {key, row};
  return row;
}

template <int K>
CostRow<K> CostTable<K>::Make(const Key& key) const {
  constexpr double kNanoseconds = 1e9;
  CostRow<K> row;
  for (std::size_t lane = 0; lane < K; ++lane) {
    const Scenario& scenario = scenarios_[std::min(lane, scenarios_.size() - 1)];
    const NetworkModel& model = ModelOf(scenario, key.bytes, key.hops);
    const int hops = key.hops == 0 && scenario.same_host ? 1 : key.hops;
    const double receive = model.receive_overhead.At(key.bytes) * kNanoseconds;
    row.eager[lane] = key.bytes <= model.eager_limit_bytes;
    row.send_overhead[lane] = model.send_overhead.At(key.bytes) * kNanoseconds;
    row.gap[lane] = model.gap.At(key.bytes) * kNanoseconds;
    row.interface[lane] = row.eager[lane] || !model.receiver_fetches ? row.gap[lane] : 0;
    row.transit[lane] = TransitSeconds(model, key.bytes, hops) * kNanoseconds;
    row.wait_overhead[lane] = receive_cost_ == ReceiveCost::kInWait ? receive : 0;
    row.arrival_overhead[lane] = receive_cost_ == ReceiveCost::kAtArrival ? receive : 0;
    row.handshake[lane] = HandshakeSeconds(model, hops) * kNanoseconds;
    row.all_eager = row.all_eager && row.eager[lane];
  }
  return row;
}

}  // namespace mpigauge
