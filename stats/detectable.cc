#include "stats/detectable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

#include "stats/distribution.h"

namespace mpigauge {
namespace {

// All series of a suite ask for the same few, and a quantile takes longer than the rest of the answer.
double KnownQuantile(double p, double degrees) {
  constexpr std::size_t kMost = 1000;
  thread_local std::map<std::pair<double, double>, double> known;
  const auto found = known.find({p, degrees});
  if (found != known.end()) return found->second;
  if (known.size() >= kMost) known.clear();
  return known[{p, degrees}] = StudentQuantile(p, degrees);
}

}  // namespace

double DetectableAtAnySpread(std::size_t launches, double deviation, double alpha, double power) {
  const auto n = static_cast<double>(launches);
  const double smallest_p = std::exp(2 * std::lgamma(n + 1) - std::lgamma(2 * n + 1));
  if (launches < 2 || smallest_p > alpha * (1 + 1e-9)) return std::numeric_limits<double>::infinity();
  // The difference that a test finds whose statistic has so many degrees of freedom where nothing is slower.
  const auto found = [&](double degrees) {
    return (KnownQuantile(1 - alpha, degrees) + KnownQuantile(power, 2 * n - 2)) * deviation * std::sqrt(2 / n);
  };
  return std::max(found(2 * n - 2) / std::sqrt(3 / std::numbers::pi), found(n - 1));
}

}  // namespace mpigauge
