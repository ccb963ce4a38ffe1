#pragma once

#include <cstddef>
#include <span>

namespace mpigauge {

struct EffectiveCount {
  double count = 0;      // so many independent values say as much of the mean; at most n
  bool bounded = false;  // the correlation reached beyond kMostLags: the count is an upper limit
};

inline constexpr std::size_t kMostLags = 512;

// n / (1 + 2 sum of the autocorrelations): at each lag the sum of products of deviations over the sum of their squares
// (Box and Jenkins). The sum is ended by the initial positive sequence of Geyer (1992),
// "Practical Markov Chain Monte Carlo", 3.3: sums of pairs of neighbouring lags, until one is not positive.
// Correlation that alternates would make the count larger than n; it is left at n. O(n) for each lag, for as many
// lags as the correlation reaches, at most kMostLags. Throws std::invalid_argument where a value is not finite.
EffectiveCount EffectiveObservations(std::span<const double> values);

// Is there a trend in a sequence? `score` is the number of pairs in which the later value is larger, less the
// number in which it is smaller.
struct Trend {
  double score = 0;
  double deviation = 0;  // the standard deviation of the score of values in random order; 0 where all are equal
  double p_value = 1;    // two-sided, normal approximation without continuity correction

  // The p value where neighbours are correlated so that n values count as n / inflation (Hamed and Rao 1998).
  double PValue(double inflation) const;
};

// The test of Mann (1945) and Kendall, ties taken into account. O(n log n). Throws std::invalid_argument where a
// value is not finite.
Trend MannKendall(std::span<const double> values);

// The finding on the beginning of a sequence of observations.
struct WarmUp {
  std::size_t cut = 0;  // so many leading observations are not like the rest
  bool settled = true;  // false: there is a trend, and it does not end in the first half; nothing is cut then
  double p_value = 1;   // of "there is no trend", adjusted for the number of looks
};

// The number of values to cut so that the standard error of the rest is least: MSER-5 (White 1997, "An effective
// truncation heuristic for bias reduction in simulation output"), over batches of five of which the medians are taken,
// not the means: a preempted observation is no warm-up. It cuts a multiple of 5, at
// most half. On a sequence without warm-up that is seldom 0: ask DetectWarmUp. Throws where a value is not finite.
std::size_t MserCut(std::span<const double> values);

// Cuts where MserCut says, but only if there is a trend: Mann and Kendall's test, at the level `alpha` in all, on
// the whole and on the first half, quarter, ... of at least 20 values, with Bonferroni's correction for their
// number; correlation between neighbours is estimated on the ranks of the second half and taken into account.
// Stationary noise is cut with a probability of at most 1% at alpha = 0.01 if independent, 4% if it is an
// autoregression of 0.6 (simulated in sequence_test.cc, from 100 observations on). Fewer than 40 observations are
// never cut. O(n log n). Throws std::invalid_argument where a value is not finite.
WarmUp DetectWarmUp(std::span<const double> values, double alpha = 0.01);

}  // namespace mpigauge
