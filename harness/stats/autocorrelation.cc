#include "harness/stats/autocorrelation.h"

#include <algorithm>
#include <vector>

#include "harness/stats/finite.h"

namespace mpigauge {
namespace {

std::vector<double> Deviations(std::span<const double> values) {
  RequireFinite(values);
  double mean = 0;
  double count = 0;
  for (const double value : values) mean += (value - mean) / ++count;
  std::vector<double> deviations(values.begin(), values.end());
  for (double& value : deviations) value -= mean;
  return deviations;
}

double SumOfProducts(std::span<const double> deviations, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < deviations.size(); ++i) sum += deviations[i] * deviations[i - lag];
  return sum;
}

// All values equal: their mean may differ from them in the last digit.
bool Constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

}  // namespace

EffectiveCount EffectiveObservations(std::span<const double> values) {
  const std::vector<double> deviations = Deviations(values);
  const auto n = static_cast<double>(values.size());
  if (Constant(values)) return {n, false};
  const double variance = SumOfProducts(deviations, 0);
  double pairs = 0;
  EffectiveCount effective{n, true};
  for (std::size_t lag = 0; lag < kMostLags; lag += 2) {
    const double pair = SumOfProducts(deviations, lag) + SumOfProducts(deviations, lag + 1);
    effective.bounded = pair > 0;
    if (!effective.bounded) break;
    pairs += pair / variance;
  }
  const double inflation = 2 * pairs - 1;
  if (inflation > 1) effective.count = n / inflation;
  return effective;
}

}  // namespace mpigauge
