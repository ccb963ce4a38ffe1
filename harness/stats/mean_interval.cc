#include "harness/stats/mean_interval.h"

#include "harness/stats/distribution.h"
#include "harness/stats/finite.h"
#include "harness/stats/moments.h"

namespace mpigauge {
namespace {

Moments MomentsOf(std::span<const double> values) {
  RequireFinite(values);
  Moments moments;
  for (const double value : values) moments.Add(value);
  return moments;
}

}  // namespace

std::optional<Interval> MeanInterval(std::span<const double> values, double confidence) {
  RequireConfidence(confidence);
  const Moments moments = MomentsOf(values);
  if (moments.count() < 2) return std::nullopt;
  const double half =
      StudentQuantile((1 + confidence) / 2, static_cast<double>(moments.count() - 1)) * moments.StandardError();
  return Interval{moments.mean() - half, moments.mean() + half, confidence};
}

double RelativeStandardError(std::span<const double> values) { return MomentsOf(values).RelativeStandardError(); }

}  // namespace mpigauge
