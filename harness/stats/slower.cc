#include "harness/stats/slower.h"

#include <algorithm>

#include "harness/stats/rank_sum.h"
#include "harness/stats/welch.h"

namespace mpigauge {

double SlowerAtAnySpread(std::span<const double> baseline, std::span<const double> candidate) {
  return std::max(RankSumSlower(baseline, candidate), BehrensFisherSlower(baseline, candidate));
}

}  // namespace mpigauge
