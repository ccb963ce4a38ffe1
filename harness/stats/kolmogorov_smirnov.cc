#include "harness/stats/kolmogorov_smirnov.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace mpigauge {
namespace {

// The largest |i n - j m| over the merged samples: m n times the distance, a whole number.
std::int64_t WholeDistance(std::vector<double> one, std::vector<double> other) {
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  std::size_t i = 0;
  std::size_t j = 0;
  std::int64_t largest = 0;
  while (i < one.size() && j < other.size()) {
    const double next = std::min(one[i], other[j]);
    while (i < one.size() && one[i] == next) ++i;
    while (j < other.size() && other[j] == next) ++j;
    const std::int64_t gap = static_cast<std::int64_t>(i * other.size()) - static_cast<std::int64_t>(j * one.size());
    largest = std::max(largest, std::abs(gap));
  }
  return largest;
}

// The share of the ways to merge m and n values that reach the distance: 1 less the share that stays below it. The
// share of each point's paths is kept rather than their number, so nothing overflows.
double ExactTail(std::int64_t m, std::int64_t n, std::int64_t reached) {
  std::vector<double> inside(static_cast<std::size_t>(n + 1), 0.0);  // of the paths to (i, j): never outside
  for (std::int64_t i = 0; i <= m; ++i) {
    for (std::int64_t j = 0; j <= n; ++j) {
      double& share = inside[static_cast<std::size_t>(j)];
      if (std::abs(i * n - j * m) >= reached) {
        share = 0;
      } else if (i + j == 0) {
        share = 1;
      } else {
        // Of C(i + j, i) paths the part i / (i + j) comes from (i - 1, j).
        const double from_below = j == 0 ? 0 : inside[static_cast<std::size_t>(j - 1)];
        share = (static_cast<double>(i) * share + static_cast<double>(j) * from_below) / static_cast<double>(i + j);
      }
    }
  }
  return 1 - inside.back();
}

// Smirnov (1948): P(sqrt(n) D > z) = 2 sum (-1)^(k-1) exp(-2 k^2 z^2).
double LimitTail(double z) {
  if (z < 0.2) return 1;
  double sum = 0;
  for (int k = 1; k <= 100; ++k) sum += (k % 2 == 1 ? 2 : -2) * std::exp(-2.0 * k * k * z * z);
  return std::clamp(sum, 0.0, 1.0);
}

}  // namespace

KolmogorovSmirnov CompareShapes(std::span<const double> one, std::span<const double> other) {
  if (one.empty() || other.empty()) return {};
  const std::int64_t reached = WholeDistance({one.begin(), one.end()}, {other.begin(), other.end()});
  const auto m = static_cast<std::int64_t>(one.size());
  const auto n = static_cast<std::int64_t>(other.size());
  const double distance = static_cast<double>(reached) / static_cast<double>(m * n);
  if (one.size() + other.size() <= kExactPairs) return {distance, ExactTail(m, n, reached)};
  const double size = static_cast<double>(m * n) / static_cast<double>(m + n);
  return {distance, LimitTail(std::sqrt(size) * distance)};
}

}  // namespace mpigauge
