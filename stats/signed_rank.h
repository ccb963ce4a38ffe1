#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/hodges_lehmann.h"

namespace mpigauge {

// Wilcoxon's signed-rank statistic W+ of n differences without ties: its exact null distribution (every sign equally
// likely).
class SignedRankDistribution {
 public:
  explicit SignedRankDistribution(std::size_t n);

  // P(W+ <= w) and, by symmetry, P(W+ >= n (n + 1) / 2 - w).
  double LowerTail(std::size_t w) const;

 private:
  std::vector<double> cumulative_;
};

// The exact one-sided Wilcoxon signed-rank test: the probability, if the differences are symmetric about 0, that the
// ranks of the positive ones sum to at least what they do. Small where differences are positive. Zeros are left out,
// ties handled exactly (midranks, all sign flips; Streitberg and Roehmel 1986). Beyond kExactSignedRanks the normal
// approximation with continuity and tie correction. 1 where nothing is left. Never below 2^-n.
double SignedRankPositive(std::span<const double> differences);

inline constexpr std::size_t kExactSignedRanks = 60;

// Hodges-Lehmann location of the differences (their pseudomedian) with the interval that belongs to the exact
// signed-rank test (Hollander and Wolfe, Nonparametric Statistical Methods, 3.2 and 3.3). Where no interval of the
// wanted level exists (fewer than six differences for 95%), the widest one is returned with the level that it has. NaN
// and level 0 where there are none. `distribution` must be of as many differences.
ShiftInterval SignedRankInterval(std::span<const double> differences, double level,
                                 const SignedRankDistribution& distribution);

}  // namespace mpigauge
