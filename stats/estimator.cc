#include "stats/estimator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "stats/finite.h"
#include "stats/interval.h"
#include "stats/summary.h"
#include "stats/trimming.h"

namespace mpigauge {
namespace {

using Sample = std::span<const double>;  // ascending

Estimate Median(Sample sorted, double confidence) {
  return {Quantile(sorted, 0.5), MedianInterval(sorted, confidence)};
}

Estimate Trimmed(Sample sorted, double confidence) {
  return {TrimmedMean(sorted), TrimmedMeanInterval(sorted, confidence)};
}

Estimate Mean(Sample sorted, double confidence) { return {TrimmedMean(sorted, 0), MeanInterval(sorted, confidence)}; }

Estimate Minimum(Sample sorted, double) { return {Quantile(sorted, 0), std::nullopt}; }

Estimate P99(Sample sorted, double confidence) {
  return {Quantile(sorted, 0.99), QuantileInterval(sorted, 0.99, confidence)};
}

// The one place where a name becomes a formula.
struct Named {
  const char* name;
  Estimate (*estimate)(Sample, double);
};
constexpr Named kEstimators[] = {
    {"median", Median}, {"trimmed-mean", Trimmed}, {"mean", Mean}, {"minimum", Minimum}, {"p99", P99},
};

}  // namespace

const std::vector<std::string>& EstimatorNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Named& named : kEstimators) names.emplace_back(named.name);
    return names;
  }();
  return kNames;
}

Estimate EstimateBy(std::string_view name, std::span<const double> values, double confidence) {
  RequireConfidence(confidence);
  for (const Named& named : kEstimators) {
    if (named.name == name) return named.estimate(Sorted(values), confidence);
  }
  throw UsageError("unknown estimator '{}'; there are: {}", name, fmt::join(EstimatorNames(), ", "));
}

}  // namespace mpigauge
