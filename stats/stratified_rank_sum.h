#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "stats/hodges_lehmann.h"

namespace mpigauge {

// Values of both sides that can be exchanged with each other where the sides are equal, and with no others.
struct Stratum {
  std::vector<double> baseline;
  std::vector<double> candidate;
};

using StratumSizes = std::vector<std::pair<std::size_t, std::size_t>>;  // baseline, candidate

// The weight of the Mann-Whitney statistic U of each stratum before they are added: the whole number next to
// 120 / (m + n + 1), with what all have in common divided out. In that proportion they find a shift best (van Elteren
// 1960), and as whole numbers they leave the exact distribution a table. The test is exact with any weights.
std::vector<std::size_t> StratumWeights(const StratumSizes& sizes);

StratumSizes SizesOf(std::span<const Stratum> strata);

// The weighted sum of the U statistics of several strata without ties: its exact null distribution.
class StratifiedDistribution {
 public:
  explicit StratifiedDistribution(const StratumSizes& sizes);

  // P(T <= t) and, by symmetry, P(T >= largest - t).
  double LowerTail(std::size_t t) const;
  std::size_t largest() const { return cumulative_.size() - 1; }

 private:
  std::vector<double> cumulative_;
};

// The exact one-sided rank-sum test within strata (van Elteren 1960): the probability, if in each stratum the values
// could have been dealt to the sides in any other way, that the weighted sum of the candidate's ranks is at least what
// it is. Ties are handled exactly. A stratum of one side alone says nothing. Of one stratum it is RankSumSlower. Where
// a stratum is larger than kExactLimit, the normal approximation with corrections for continuity and ties.
double StratifiedRankSumSlower(std::span<const Stratum> strata);

// The shift from baseline to candidate that belongs to that test: the weighted median of all differences within strata,
// and the interval of the shifts that neither one-sided test rejects. Of one stratum it is HodgesLehmann. Where no
// interval of the wanted level exists, the widest one with the level that it has; NaN and level 0 where no stratum has
// both sides. `distribution` must be of SizesOf(strata).
ShiftInterval StratifiedShift(std::span<const Stratum> strata, double level,
                              const StratifiedDistribution& distribution);

// The estimate alone; NaN where no stratum has both sides.
double StratifiedEstimate(std::span<const Stratum> strata);

}  // namespace mpigauge
