#include "harness/clock/timer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "harness/clock/clock_step.h"

namespace mpigauge {

TimerQuality MeasureTimer(const Timer& timer) {
  constexpr std::int64_t kBlocks = 40;
  constexpr std::int64_t kReads = 500;
  constexpr std::int64_t kLongestRead = 1000;           // ns
  std::int64_t fastest = kReads * kLongestRead * 1000;  // block: others are preempted on a loaded machine
  std::vector<std::int64_t> steps(kBlocks * kReads);    // written, not grown, while the clock is read
  TimerQuality quality;
  for (std::int64_t block = 0; block < kBlocks; ++block) {
    const std::int64_t first = timer.Now();
    std::int64_t previous = first;
    for (std::int64_t i = 0; i < kReads; ++i) {
      const std::int64_t now = timer.Now();
      const std::int64_t step = now - previous;
      if (step < 0) quality.monotonic = false;
      steps[static_cast<std::size_t>(block * kReads + i)] = step;
      previous = now;
    }
    fastest = std::min(fastest, previous - first);
  }
  quality.cost_seconds = static_cast<double>(fastest) / kReads * 1e-9;
  const std::int64_t step = ClockStep(std::move(steps));
  // A timer that stood still all the while has steps longer than that.
  quality.resolution_seconds = static_cast<double>(step > 0 ? step : kBlocks * kReads * kLongestRead) * 1e-9;
  return quality;
}

}  // namespace mpigauge
