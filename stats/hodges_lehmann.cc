#include "stats/hodges_lehmann.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "stats/summary.h"

namespace mpigauge {
namespace {

std::vector<double> SortedDifferences(std::span<const double> baseline, std::span<const double> candidate) {
  std::vector<double> differences;
  differences.reserve(baseline.size() * candidate.size());
  for (const double b : baseline) {
    for (const double c : candidate) differences.push_back(c - b);
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

}  // namespace

std::size_t HodgesLehmannOrder(std::size_t differences, double level, const RankSumDistribution& distribution) {
  const double alpha = 1 - level;
  std::size_t k = 1;
  while (2 * k < differences && distribution.LowerTail(k) <= alpha / 2) ++k;
  return k;
}

ShiftInterval HodgesLehmann(std::span<const double> baseline, std::span<const double> candidate, double level,
                            const RankSumDistribution& distribution) {
  const std::vector<double> differences = SortedDifferences(baseline, candidate);
  if (differences.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none, 0};
  }
  // The k-th smallest and largest difference bound the shift with confidence 1 - 2 P(U <= k - 1).
  const std::size_t k = HodgesLehmannOrder(differences.size(), level, distribution);
  return {Quantile(differences, 0.5), differences[k - 1], differences[differences.size() - k],
          std::max(0.0, 1 - 2 * distribution.LowerTail(k - 1))};
}

double Pseudomedian(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) means.push_back((values[i] + values[j]) / 2);
  }
  const auto middle = means.begin() + static_cast<std::ptrdiff_t>(means.size() / 2);
  std::nth_element(means.begin(), middle, means.end());
  if (means.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(means.begin(), middle)) / 2;
}

}  // namespace mpigauge
