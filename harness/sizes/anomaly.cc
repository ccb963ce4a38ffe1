#include "harness/sizes/anomaly.h"

#include <algorithm>
#include <cmath>

namespace mpigauge {
namespace {

// The time at `size` that its neighbours suggest.
double Expected(const SizeSpread& left, std::int64_t size, const SizeSpread& right) {
  const auto share = [&](auto scale) {
    return (scale(size) - scale(left.size)) / (scale(right.size) - scale(left.size));
  };
  const double linear = share([](std::int64_t x) { return static_cast<double>(x); });
  const double geometric = share([](std::int64_t x) { return std::log1p(static_cast<double>(x)); });
  return std::max(left.median + (right.median - left.median) * linear,
                  left.median * std::pow(right.median / left.median, geometric));
}

double RelativeSpread(const SizeSpread& point) { return (point.high - point.low) / point.median; }

}  // namespace

std::vector<std::size_t> AnomalouslyHigh(std::span<const SizeSpread> series, const AnomalyRule& rule) {
  std::vector<std::size_t> places;
  for (std::size_t i = 1; i + 1 < series.size(); ++i) {
    const SizeSpread& left = series[i - 1];
    const SizeSpread& right = series[i + 1];
    const double spread = std::max(RelativeSpread(left), RelativeSpread(right));
    const double limit = 1 + std::max(rule.share, rule.spreads * spread);
    if (series[i].median > limit * Expected(left, series[i].size, right)) places.push_back(i);
  }
  return places;
}

}  // namespace mpigauge
