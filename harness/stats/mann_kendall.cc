#include "harness/stats/mann_kendall.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/stats/distribution.h"
#include "harness/stats/finite.h"

namespace mpigauge {
namespace {

// Pairs in which the later value is smaller, counted while sorting by merging (Knight 1966).
double SortCountingInversions(std::vector<double>& values, std::vector<double>& merged) {
  double inversions = 0;
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t start = 0; start < values.size(); start += 2 * width) {
      std::size_t left = start;
      const std::size_t middle = std::min(start + width, values.size());
      std::size_t right = middle;
      const std::size_t end = std::min(start + 2 * width, values.size());
      for (std::size_t to = start; to < end; ++to) {
        const bool take_right = left == middle || (right < end && values[right] < values[left]);
        if (take_right) inversions += static_cast<double>(middle - left);
        merged[to] = take_right ? values[right++] : values[left++];
      }
    }
    values.swap(merged);
  }
  return inversions;
}

struct Ties {
  double pairs = 0;
  double variance = 0;  // what groups of t equal values take away: t (t - 1) (2 t + 5)
};

Ties TiesOf(std::span<const double> sorted) {
  Ties ties;
  for (auto group = sorted.begin(); group != sorted.end();) {
    const auto next = std::upper_bound(group, sorted.end(), *group);
    const auto t = static_cast<double>(next - group);
    ties.pairs += t * (t - 1) / 2;
    ties.variance += t * (t - 1) * (2 * t + 5);
    group = next;
  }
  return ties;
}

}  // namespace

double Trend::PValue(double inflation) const {
  return deviation > 0 ? NormalTwoSided(score / (deviation * std::sqrt(inflation))) : 1;
}

Trend MannKendall(std::span<const double> values) {
  RequireFinite(values);
  std::vector<double> sorted(values.begin(), values.end());
  std::vector<double> merged(values.size());
  const double smaller = SortCountingInversions(sorted, merged);
  const Ties ties = TiesOf(sorted);
  const auto n = static_cast<double>(values.size());
  Trend trend;
  trend.score = n * (n - 1) / 2 - ties.pairs - 2 * smaller;
  trend.deviation = std::sqrt(std::max(0.0, n * (n - 1) * (2 * n + 5) - ties.variance) / 18);
  trend.p_value = trend.PValue(1);
  return trend;
}

}  // namespace mpigauge
