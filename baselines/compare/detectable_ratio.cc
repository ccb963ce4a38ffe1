#include "baselines/compare/detectable_ratio.h"

#include <cmath>
#include <limits>

#include "harness/stats/detectable.h"
#include "harness/stats/moments.h"

namespace mpigauge {
namespace {

double SquaredDeviations(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return static_cast<double>(moments.count() - 1) * std::pow(moments.StandardDeviation(), 2);
}

}  // namespace

double DetectableRatio(const PairedLaunches& series, double level, DetectableShift shift) {
  const std::size_t m = series.baseline.size();
  const std::size_t n = series.candidate.size();
  if (m == 0 || n == 0 || m + n < 3) return std::numeric_limits<double>::quiet_NaN();
  const double squares = SquaredDeviations(series.baseline) + SquaredDeviations(series.candidate);
  const double deviation = std::sqrt(squares / static_cast<double>(m + n - 2));
  const std::size_t launches = 2 * m * n / (m + n);
  return std::exp(shift(launches, deviation, level, kDetectablePower));
}

double DetectableByRankSum(const PairedLaunches& series, double level) {
  return DetectableRatio(series, level, DetectableAtAnySpread);
}

}  // namespace mpigauge
