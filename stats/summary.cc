#include "stats/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "stats/finite.h"

namespace mpigauge {
namespace {

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double StandardDeviation(std::span<const double> values, double mean) {
  if (values.size() < 2) return 0;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::span<const double> WithoutQuarters(std::span<const double> sorted) {
  const std::size_t drop = sorted.size() / 4;
  return sorted.subspan(drop, sorted.size() - 2 * drop);
}

}  // namespace

double Quantile(std::span<const double> sorted, double p) {
  if (sorted.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1], place - static_cast<double>(below));
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

Summary Summarize(std::span<const double> values) {
  const std::vector<double> sorted = Sorted(values);
  if (sorted.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {0, none, none, none, none, none, none, none};
  }
  Summary summary;
  summary.count = static_cast<std::int64_t>(sorted.size());
  summary.median = Quantile(sorted, 0.5);
  summary.trimmed_mean = Mean(WithoutQuarters(sorted));
  summary.mean = Mean(sorted);
  summary.minimum = sorted.front();
  summary.maximum = sorted.back();
  summary.p99 = Quantile(sorted, 0.99);
  summary.standard_deviation = StandardDeviation(sorted, summary.mean);
  return summary;
}

}  // namespace mpigauge
