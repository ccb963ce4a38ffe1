#pragma once

#include <string_view>

#include "baselines/compare/method.h"

namespace mpigauge {

// The smallest ratio, candidate over baseline, that the test finds with chance kDetectablePower at the one-sided level
// `alpha`, if launches vary as these did: standard deviation of logarithms pooled over both sides, unequal sides as two
// of their harmonic mean, rounded down. By DetectableByRankSum for "rank-sum",
// DetectableBySignedRank over the blocks for "signed-rank", else by DetectableByT (which understates
// what "moderated-t" finds). Infinite where so few launches cannot reach the level; NaN where no deviation is known and
// for "kolmogorov-smirnov", which does not test for slowdowns.
double DetectableRatio(const PairedLaunches& series, std::string_view method, double alpha);

inline constexpr double kDetectablePower = 0.8;

}  // namespace mpigauge
