#pragma once

#include <span>

#include "stats/hodges_lehmann.h"
#include "stats/rank_sum.h"

namespace mpigauge {

// A value with what is known to have gone along with it.
struct WithCovariate {
  double value = 0;
  double covariate = 0;
};

struct CovariateRankSum {
  double p_larger = 1;  // one-sided: the candidate's values are larger than their covariates explain
  double p_smaller = 1;
  ShiftInterval shift;  // of the candidate, at equal covariates
};

// Analysis of covariance by ranks (Quade 1967): the exact rank-sum test of the residuals of one regression of value on
// covariate over both samples. Fitted as if there were no shift, which is what is tested, residuals are exchangeable
// and the level is exact wherever value and covariate are; residuals from slopes within the samples are not, and err
// too often. The shift is where the test, turned around, is in the middle, its interval where the test does not
// reject. Where covariates differ between the samples so much that a shift cannot be told from their effect, limits
// are infinite. Without any difference between covariates it is the rank sum. `distribution` must be of the sizes of
// the two samples.
CovariateRankSum RankSumWithCovariate(std::span<const WithCovariate> baseline, std::span<const WithCovariate> candidate,
                                      double level, const RankSumDistribution& distribution);

}  // namespace mpigauge
