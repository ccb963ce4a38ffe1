#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/agree/control.h"
#include "harness/clock/clock_groups.h"
#include "harness/clock/global_clock.h"
#include "harness/clock/offset_point.h"

namespace mpigauge {

// How the ranks find their offsets from rank 0, and how much trouble they take.
struct SyncSettings {
  std::string method = "skampi";
  int exchanges = 100;                 // of one pair; for minimum-round-trip: without a shorter round trip
  int points = 20;                     // of a regression
  int exchanges_per_point = 10;        // the shortest round trip of these is the point
  std::int64_t span_ns = 100'000'000;  // that the points of a regression are spread over, at least
};

// The names that --clock-sync knows:
//   skampi                   every rank with rank 0, one after the other; tightest bounds of 100 exchanges
//   minimum-round-trip       the same, by the shortest round trip [KU1], linear [KU2]
//   minimum-round-trip-ring  every rank with the one before it, at the same time; rank 0 adds up [KU2]
//   jk                       offsets and drifts against rank 0, points of all ranks interleaved over a long span
//   hierarchical             offsets and drifts down a tree, in a logarithm of rounds
inline const std::vector<std::string> kSyncMethods = {"skampi", "minimum-round-trip", "minimum-round-trip-ring", "jk",
                                                      "hierarchical"};

// Finds every rank's offset from rank 0, as often as asked. Ranks of one clock are one to it: their leader
// measures and tells the others, and the offset of rank 0's own clock is known to be zero.
class ClockSync {
 public:
  // Throws a usage error where the method is unknown.
  ClockSync(const Control& control, ClockGroups groups, SyncSettings settings);

  // Brings `clock` up to date. Of a drift that was measured before, the points of the last ten seconds still
  // count: clocks drift evenly for about that long (Hunold and Carpen-Amarie 2018). Collective.
  void Synchronize(GlobalClock& clock);

  const Control& control() const { return control_; }
  const ClockGroups& groups() const { return groups_; }
  const SyncSettings& settings() const { return settings_; }

  static constexpr std::int64_t kEvenDrift = 10'000'000'000;  // ns

 private:
  const Control& control_;
  ClockGroups groups_;
  SyncSettings settings_;
  std::vector<OffsetPoint> points_;  // of this rank against rank 0
};

// The whole of it, once. Collective.
GlobalClock Synchronize(const Control& control, const Timer& timer, const std::string& identity,
                        const SyncSettings& settings = {});

}  // namespace mpigauge
