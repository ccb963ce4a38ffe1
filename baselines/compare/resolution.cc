#include "baselines/compare/resolution.h"

#include <algorithm>

namespace mpigauge {

double ResolutionOf(const Sample& baseline, const Sample& candidate) {
  return std::max(MedianOfLaunches(baseline.resolutions), MedianOfLaunches(candidate.resolutions));
}

double TickRatio(double resolution_seconds, double baseline_seconds, double candidate_seconds) {
  if (resolution_seconds == 0) return 1;
  return 1 + resolution_seconds / std::min(baseline_seconds, candidate_seconds);
}

void WidenToTick(double log_tick, ShiftInterval& shift) {
  // Comparisons with NaN are false: it stays where there is no interval.
  shift.low = std::min(shift.low, shift.estimate - log_tick);
  shift.high = std::max(shift.high, shift.estimate + log_tick);
}

}  // namespace mpigauge
