#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/stats/interval.h"

namespace mpigauge {

// The observations of the launches of one side.
using LaunchSamples = std::vector<std::vector<double>>;

// Percentile interval of the difference, candidate less baseline, of the means of launch medians, by resampling
// launches and within each its observations (Davison and Hinkley, Bootstrap Methods, 3.8). With ten launches a side an
// interval of 95% covers some 93%: too few launches stand for all; the rank sum has no such flaw. Equal seeds give
// equal intervals. Nothing where a side has no launch or a launch no observation.
std::optional<Interval> HierarchicalBootstrap(const LaunchSamples& baseline, const LaunchSamples& candidate,
                                              double confidence, int resamples, std::uint64_t seed);

}  // namespace mpigauge
