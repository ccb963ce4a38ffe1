#pragma once

#include "baselines/compare/method.h"
#include "baselines/compare/samples.h"

namespace mpigauge {

// What a timer cannot tell apart, no comparison does. The difference of two readings is wrong by less than one tick,
// and so is the median of many that begin alike; two medians that differ by one tick may be of equal times. Launches
// that vary by more than a tick show what lies between; where they do not, no number of them does. So an interval
// reaches one tick to either side of its estimate, at least.

// Seconds of an operation's time: of the side whose timer is coarser, in the median over its launches. Of a launch it
// is a tick, times the share of its observations that are within a tick around their median.
double ResolutionOf(const Sample& baseline, const Sample& candidate);

// One tick as a ratio, 1.33 for 10 ns of 30 ns; at the shorter one of both times, where it is larger. 1 where the
// resolution is 0.
double TickRatio(double resolution_seconds, double baseline_seconds, double candidate_seconds);

// The interval reaches `log_tick` to either side of the estimate. What has no interval stays without.
void WidenToTick(double log_tick, ShiftInterval& shift);

}  // namespace mpigauge
