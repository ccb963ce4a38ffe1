#include "harness/clock/timer.h"

#include <algorithm>
#include <limits>

namespace mpigauge {

TimerQuality MeasureTimer(const Timer& timer) {
  constexpr std::int64_t kBlocks = 40;
  constexpr std::int64_t kReads = 500;
  constexpr std::int64_t kLongestRead = 1000;  // ns
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  std::int64_t fastest = std::numeric_limits<std::int64_t>::max();  // block: others are preempted on a loaded machine
  TimerQuality quality;
  for (std::int64_t block = 0; block < kBlocks; ++block) {
    const std::int64_t first = timer.Now();
    std::int64_t previous = first;
    for (std::int64_t i = 0; i < kReads; ++i) {
      const std::int64_t now = timer.Now();
      const std::int64_t step = now - previous;
      if (step < 0) quality.monotonic = false;
      if (step > 0) smallest = std::min(smallest, step);
      previous = now;
    }
    fastest = std::min(fastest, previous - first);
  }
  quality.cost_seconds = static_cast<double>(fastest) / kReads * 1e-9;
  // A timer that stood still all the while has steps longer than that.
  const bool moved = smallest != std::numeric_limits<std::int64_t>::max();
  quality.resolution_seconds = static_cast<double>(moved ? smallest : kBlocks * kReads * kLongestRead) * 1e-9;
  return quality;
}

}  // namespace mpigauge
