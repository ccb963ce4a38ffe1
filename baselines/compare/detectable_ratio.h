#pragma once

#include <cstddef>

#include "baselines/compare/method.h"

namespace mpigauge {

// Of harness/stats/detectable.h: the shift of logarithms that a test finds.
using DetectableShift = double (*)(std::size_t launches, double deviation, double level, double power);

// The smallest ratio, candidate over baseline, that a test finds with chance kDetectablePower at the one-sided level
// `level`, if launches vary as these did: standard deviation of logarithms pooled over both sides, unequal sides as two
// of their harmonic mean, rounded down. Infinite where so few launches cannot reach the level; NaN where no deviation
// is known.
double DetectableRatio(const PairedLaunches& series, double level, DetectableShift shift);

// The same of the rank sum, by DetectableAtAnySpread.
double DetectableByRankSum(const PairedLaunches& series, double level);

inline constexpr double kDetectablePower = 0.8;

}  // namespace mpigauge
