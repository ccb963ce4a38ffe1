#include "harness/method/time_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mpigauge {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// The time for all visits that a series has left, in nanoseconds.
struct Claim {
  double least = 0;
  double need = kUnlimited;  // in all, above the least
  double weight = 1;         // the wanted total time of a series is proportional to it
  double spent = 0;

  double At(double level) const { return std::max(least, std::min(need, level * weight - spent)); }
};

bool Known(const SeriesProgress& series) {
  return series.relative_width && series.observations > 0 && series.ns_per_observation > 0;
}

double Spread(const SeriesProgress& series) {
  return *series.relative_width * std::sqrt(static_cast<double>(series.observations));
}

// The worst of what is known: what a series of which less is known is taken for.
struct Worst {
  double spread = 0;
  double cost = 0;

  explicit Worst(std::span<const SeriesProgress> all) {
    for (const SeriesProgress& series : all) {
      cost = std::max(cost, series.ns_per_observation);
      if (Known(series)) spread = std::max(spread, Spread(series));
    }
    if (spread <= 0) spread = 1;
    if (cost <= 0) cost = 1;
  }
};

Claim ClaimOf(const SeriesProgress& series, const Worst& worst, const TimeShareOptions& options) {
  if (series.visits_left <= 0) return {0, 0, 0, 0};
  const double cost = series.ns_per_observation > 0 ? series.ns_per_observation : worst.cost;
  const double spread = Known(series) ? Spread(series) : worst.spread;
  Claim claim;
  claim.least = series.ns_per_observation * static_cast<double>(options.least_observations * series.visits_left);
  claim.spent = series.ns_per_observation * static_cast<double>(series.observations);
  claim.weight = spread * std::sqrt(cost);
  if (Known(series)) {
    const double wanted = spread / options.wanted_width;
    claim.need = std::max(0.0, wanted * wanted * cost - claim.spent);
  }
  return claim;
}

double SumAt(std::span<const Claim> claims, double level) {
  double sum = 0;
  for (const Claim& claim : claims) sum += claim.At(level);
  return sum;
}

// The highest level, to sixty binary digits, at which the claims cost no more than the total; 0 where even the
// least does.
double AffordableLevel(std::span<const Claim> claims, double total) {
  double low = 0;
  double high = 0;
  for (const Claim& claim : claims) {
    if (claim.weight > 0) high = std::max(high, (claim.spent + std::min(claim.need, total)) / claim.weight);
  }
  if (SumAt(claims, high) <= total) return high;
  for (int i = 0; i < 60; ++i) {
    const double middle = low + (high - low) / 2;
    (SumAt(claims, middle) <= total ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::vector<std::int64_t> ShareTime(std::span<const SeriesProgress> series, const TimeShareOptions& options) {
  const Worst worst(series);
  std::vector<Claim> claims;
  for (const SeriesProgress& one : series) claims.push_back(ClaimOf(one, worst, options));
  const double level = AffordableLevel(claims, static_cast<double>(options.total_ns));
  std::vector<std::int64_t> budgets;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto visits = static_cast<double>(std::max<std::int64_t>(1, series[i].visits_left));
    // A hair more, so that what is a whole number does not lose one to rounding.
    budgets.push_back(static_cast<std::int64_t>(claims[i].At(level) / visits + 1e-6));
  }
  return budgets;
}

}  // namespace mpigauge
