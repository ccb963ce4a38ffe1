#include "stats/trimming.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "stats/distribution.h"
#include "stats/finite.h"
#include "stats/moments.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

std::span<const double> Remaining(std::span<const double> sorted, double share) {
  RequireFinite(sorted);
  if (!(share >= 0 && share < 0.5)) throw std::invalid_argument("a trimmed share is at least 0 and below 0.5");
  const auto drop = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  return sorted.subspan(drop, sorted.size() - 2 * drop);
}

// Values beyond the ones that remain count as the outermost of these.
double WinsorizedDeviation(std::span<const double> sorted, std::span<const double> remaining) {
  Moments moments;
  for (const double value : sorted) moments.Add(std::clamp(value, remaining.front(), remaining.back()));
  return moments.StandardDeviation();
}

}  // namespace

double TrimmedMean(std::span<const double> sorted, double share) {
  Moments moments;
  for (const double value : Remaining(sorted, share)) moments.Add(value);
  return moments.count() == 0 ? std::numeric_limits<double>::quiet_NaN() : moments.mean();
}

std::optional<double> TrimmedMeanError(std::span<const double> sorted, double share) {
  const std::span<const double> remaining = Remaining(sorted, share);
  if (remaining.size() < 2) return std::nullopt;
  return WinsorizedDeviation(sorted, remaining) / ((1 - 2 * share) * std::sqrt(static_cast<double>(sorted.size())));
}

std::optional<Interval> TrimmedMeanInterval(std::span<const double> sorted, double confidence, double share) {
  RequireConfidence(confidence);
  const auto error = TrimmedMeanError(sorted, share);
  if (!error) return std::nullopt;
  const auto freedom = static_cast<double>(Remaining(sorted, share).size() - 1);
  const double half = StudentQuantile((1 + confidence) / 2, freedom) * *error;
  const double mean = TrimmedMean(sorted, share);
  return Interval{mean - half, mean + half, confidence};
}

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
