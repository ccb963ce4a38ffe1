#include "harness/stats/outliers.h"

#include <algorithm>
#include <iterator>

#include "harness/stats/finite.h"
#include "harness/stats/summary.h"

namespace mpigauge {

Fences TukeyFences(std::span<const double> sorted) {
  RequireFinite(sorted);
  const double first = Quantile(sorted, 0.25);
  const double third = Quantile(sorted, 0.75);
  const double reach = 1.5 * (third - first);
  return {first - reach, third + reach};
}

std::vector<double> WithoutOutliers(std::span<const double> values) {
  const std::vector<double> sorted = Sorted(values);
  if (values.size() < kFilteredFrom) return {values.begin(), values.end()};
  const Fences fences = TukeyFences(sorted);
  std::vector<double> inside;
  inside.reserve(values.size());
  std::copy_if(values.begin(), values.end(), std::back_inserter(inside),
               [&](double value) { return fences.low <= value && value <= fences.high; });
  return inside;
}

}  // namespace mpigauge
