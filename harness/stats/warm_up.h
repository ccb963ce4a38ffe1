#pragma once

#include <cstddef>
#include <span>

namespace mpigauge {

// What is said of the beginning of a sequence of observations.
struct WarmUp {
  std::size_t cut = 0;  // so many leading observations are not like the rest
  bool settled = true;  // false: there is a trend, and it does not end in the first half; nothing is cut then
  double p_value = 1;   // of "there is no trend", adjusted for the number of looks
};

// Where the standard error of what remains would be least: MSER-5 (White 1997, "An effective truncation heuristic
// for bias reduction in simulation output"), over batches of five of which the medians are taken, not the means:
// a preempted observation is no warm-up. How many leading observations that cuts, a multiple of 5, at most half.
// On a sequence without warm-up that is seldom 0: ask DetectWarmUp. Throws where a value is not finite.
std::size_t MserCut(std::span<const double> values);

// Cuts where MserCut says, but only if there is a trend: Mann and Kendall's test, at the level `alpha` in all, on
// the whole and on the first half, quarter, ... of at least 20 values, with Bonferroni's correction for their
// number; correlation between neighbours is estimated on the ranks of the second half and taken into account.
// Stationary noise is cut with a probability of at most 1% at alpha = 0.01 if independent, 4% if it is an
// autoregression of 0.6 (simulated in warm_up_test.cc, from 100 observations on). Fewer than 40 observations are
// never cut. O(n log n). Throws std::invalid_argument where a value is not finite.
WarmUp DetectWarmUp(std::span<const double> values, double alpha = 0.01);

}  // namespace mpigauge
