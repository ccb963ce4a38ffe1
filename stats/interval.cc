#include "stats/interval.h"

#include <stdexcept>

#include "stats/distribution.h"
#include "stats/finite.h"
#include "stats/moments.h"

namespace mpigauge {
std::optional<Interval> MeanInterval(std::span<const double> values, double confidence) {
  RequireConfidence(confidence);
  RequireFinite(values);
  const Moments moments = MomentsOf(values);
  if (moments.count() < 2) return std::nullopt;
  const double half =
      StudentQuantile((1 + confidence) / 2, static_cast<double>(moments.count() - 1)) * moments.StandardError();
  return Interval{moments.mean() - half, moments.mean() + half, confidence};
}

double RelativeStandardError(std::span<const double> values) {
  RequireFinite(values);
  return MomentsOf(values).RelativeStandardError();
}

namespace {

// The smallest k with P(B <= k) >= share, by bisection: n is at most about 2^20, so some twenty evaluations.
std::size_t BinomialQuantile(double share, std::size_t n, double p) {
  std::size_t first = 0;
  std::size_t last = n;
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (BinomialCdf(static_cast<std::ptrdiff_t>(middle), n, p) >= share) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}

}  // namespace

std::optional<OrderRanks> QuantileRanks(std::size_t n, double p, double confidence) {
  RequireConfidence(confidence);
  if (!(p > 0 && p < 1)) throw std::invalid_argument("a quantile's share lies between 0 and 1");
  const double outside = (1 - confidence) / 2;
  const std::size_t low = BinomialQuantile(outside, n, p);
  const std::size_t high = BinomialQuantile(1 - outside, n, p) + 1;
  if (low == 0 || high > n) return std::nullopt;
  const double above = BinomialCdf(static_cast<std::ptrdiff_t>(high) - 1, n, p);
  const double below = BinomialCdf(static_cast<std::ptrdiff_t>(low) - 1, n, p);
  return OrderRanks{low, high, above - below};
}

std::optional<Interval> QuantileInterval(std::span<const double> sorted, double p, double confidence) {
  RequireFinite(sorted);
  const auto ranks = QuantileRanks(sorted.size(), p, confidence);
  if (!ranks) return std::nullopt;
  return Interval{sorted[ranks->low - 1], sorted[ranks->high - 1], ranks->confidence};
}

std::optional<Interval> MedianInterval(std::span<const double> sorted, double confidence) {
  return QuantileInterval(sorted, 0.5, confidence);
}

}  // namespace mpigauge
