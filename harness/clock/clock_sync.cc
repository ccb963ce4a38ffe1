#include "harness/clock/clock_sync.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "harness/clock/organisation.h"

namespace mpigauge {

ClockSync::ClockSync(const Control& control, ClockGroups groups, SyncSettings settings)
    : control_(control), groups_(std::move(groups)), settings_(std::move(settings)) {
  if (std::find(kSyncMethods.begin(), kSyncMethods.end(), settings_.method) == kSyncMethods.end()) {
    throw UsageError("--clock-sync: '{}' is unknown; {}", settings_.method, fmt::join(kSyncMethods, ", "));
  }
}

void ClockSync::Synchronize(GlobalClock& clock) {
  if (groups_.one_clock()) return;
  clock = GlobalClock{.timer = clock.timer};
  const Leaders leaders{control_, groups_, settings_};
  if (groups_.place >= 0) {
    if (settings_.method == "skampi" || settings_.method == "minimum-round-trip") SynchronizeLinearly(leaders, clock);
    if (settings_.method == "minimum-round-trip-ring") SynchronizeInARing(leaders, clock);
    if (settings_.method == "jk") SynchronizeByJonesAndKoenig(leaders, clock, points_);
    if (settings_.method == "hierarchical") SynchronizeDownATree(leaders, clock);
  }
  const Timer timer = clock.timer;  // a timer holds pointers into its own process
  PassOn(control_, groups_, clock);
  clock.timer = timer;
}

GlobalClock Synchronize(const Control& control, const Timer& timer, const std::string& identity,
                        const SyncSettings& settings) {
  GlobalClock clock{.timer = timer};
  ClockSync(control, FindClockGroups(control, identity), settings).Synchronize(clock);
  return clock;
}

}  // namespace mpigauge
