#include "harness/stats/detectable.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "harness/stats/distribution.h"

namespace mpigauge {

double DetectableByT(std::size_t launches, double deviation, double alpha, double power) {
  if (launches < 2) return std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(launches);
  const double degrees = 2 * n - 2;
  return (StudentQuantile(1 - alpha, degrees) + StudentQuantile(power, degrees)) * deviation * std::sqrt(2 / n);
}

double DetectableByRankSum(std::size_t launches, double deviation, double alpha, double power) {
  const auto n = static_cast<double>(launches);
  const double smallest_p = std::exp(2 * std::lgamma(n + 1) - std::lgamma(2 * n + 1));
  if (launches == 0 || smallest_p > alpha * (1 + 1e-9)) return std::numeric_limits<double>::infinity();
  return DetectableByT(launches, deviation, alpha, power) / std::sqrt(3 / std::numbers::pi);
}

}  // namespace mpigauge
