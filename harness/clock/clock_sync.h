#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/agree/control.h"
#include "harness/clock/clock_groups.h"
#include "harness/clock/global_clock.h"
#include "harness/clock/offset_point.h"
#include "harness/clock/sync_settings.h"

namespace mpigauge {

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
