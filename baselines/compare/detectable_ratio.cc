#include "baselines/compare/detectable_ratio.h"

#include <cmath>
#include <limits>

#include "baselines/compare/method_blocked.h"
#include "harness/stats/detectable.h"
#include "harness/stats/moments.h"

namespace mpigauge {
namespace {

double SquaredDeviations(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return static_cast<double>(moments.count() - 1) * std::pow(moments.StandardDeviation(), 2);
}

double DetectableWithinBlocks(const PairedLaunches& series, double alpha) {
  Moments moments;
  for (const double difference : DifferencesWithinBlocks(series)) moments.Add(difference);
  if (moments.count() < 2) return std::numeric_limits<double>::quiet_NaN();
  return std::exp(DetectableBySignedRank(static_cast<std::size_t>(moments.count()), moments.StandardDeviation(), alpha,
                                         kDetectablePower));
}

}  // namespace

double DetectableRatio(const PairedLaunches& series, std::string_view method, double alpha) {
  if (method == "signed-rank") return DetectableWithinBlocks(series, alpha);
  const std::size_t m = series.baseline.size();
  const std::size_t n = series.candidate.size();
  if (m == 0 || n == 0 || m + n < 3 || method == "kolmogorov-smirnov") return std::numeric_limits<double>::quiet_NaN();
  const double squares = SquaredDeviations(series.baseline) + SquaredDeviations(series.candidate);
  const double deviation = std::sqrt(squares / static_cast<double>(m + n - 2));
  const std::size_t launches = 2 * m * n / (m + n);
  const auto detectable = method == "rank-sum" ? DetectableByRankSum : DetectableByT;
  return std::exp(detectable(launches, deviation, alpha, kDetectablePower));
}

}  // namespace mpigauge
