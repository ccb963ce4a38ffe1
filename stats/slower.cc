#include "stats/slower.h"

#include <algorithm>
#include <cmath>

#include "stats/distribution.h"
#include "stats/moments.h"
#include "stats/rank_sum.h"

namespace mpigauge {
double BehrensFisherSlower(std::span<const double> baseline, std::span<const double> candidate) {
  const std::size_t smaller = std::min(baseline.size(), candidate.size());
  if (smaller < 2) return 1;
  const Moments before = MomentsOf(baseline);
  const Moments after = MomentsOf(candidate);
  const double difference = after.mean() - before.mean();
  const double error = std::sqrt(std::pow(before.StandardError(), 2) + std::pow(after.StandardError(), 2));
  if (!(error > 0)) return difference > 0 ? 0 : 1;
  return StudentTail(difference / error, static_cast<double>(smaller - 1));
}

double SlowerAtAnySpread(std::span<const double> baseline, std::span<const double> candidate) {
  return std::max(RankSumSlower(baseline, candidate), BehrensFisherSlower(baseline, candidate));
}

}  // namespace mpigauge
