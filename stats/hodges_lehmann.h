#pragma once

#include <span>

#include "stats/rank_sum.h"

namespace mpigauge {

struct ShiftInterval {
  double estimate = 0;  // the median of all differences candidate - baseline
  double low = 0;
  double high = 0;
  double level = 0;  // the confidence that the interval really has
};

// Hodges-Lehmann estimate of the shift from baseline to candidate with the interval that belongs to the exact
// rank-sum test (Hollander and Wolfe, Nonparametric Statistical Methods, 4.2 and 4.3). Of logarithms of times
// the shift is the logarithm of the ratio. Where no interval of the wanted level exists (three launches a
// side), the widest one is returned with the level that it has. NaN and level 0 for an empty sample.
// `distribution` must be of the sizes of the two samples; it is shared over the series of a suite.
ShiftInterval HodgesLehmann(std::span<const double> baseline, std::span<const double> candidate, double level,
                            const RankSumDistribution& distribution);

// The k by which the k-th smallest and largest of all differences bound the shift with confidence `level`, or as much
// as there is.
std::size_t HodgesLehmannOrder(std::size_t differences, double level, const RankSumDistribution& distribution);

// The Hodges-Lehmann location of one sample: the median of the means of all pairs, each value with itself included
// (Hodges and Lehmann 1963). Survives 29% of wild values as the median survives 50%, and wastes 5% of normal ones where
// the median wastes 36%. NaN of an empty sample.
double Pseudomedian(std::span<const double> values);

}  // namespace mpigauge
