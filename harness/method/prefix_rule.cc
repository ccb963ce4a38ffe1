#include "harness/method/prefix_rule.h"

#include <algorithm>

#include "harness/stats/finite.h"
#include "harness/stats/moments.h"
#include "harness/stats/outliers.h"
#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

constexpr std::size_t kPrefixes = 10;

}  // namespace

double PrefixRule::Mean(std::span<const double> sorted) {
  Moments moments;
  for (const double value : WithoutOutliers(sorted)) moments.Add(value);
  return moments.mean();
}

double PrefixRule::Median(std::span<const double> sorted) { return Quantile(sorted, 0.5); }

PrefixRule::PrefixRule(const StoppingOptions& options, Statistic statistic)
    : StoppingRule(options),
      statistic_(statistic),
      epsilon_(options.epsilon.value_or(0.01)),
      next_look_(std::max(static_cast<std::size_t>(options.least_observations), kPrefixes + 1)),
      step_(static_cast<std::size_t>(options.step)) {}

void PrefixRule::Observe(double seconds, std::int64_t) {
  sample_.push_back(seconds);
  if (sample_.size() < next_look_) return;
  next_look_ += step_;
  step_ *= 2;
  satisfied_ = Judge();
}

// Sorted once; then the last observations are taken out one after the other.
bool PrefixRule::Judge() const {
  std::vector<double> sorted = Sorted(sample_);
  Moments settled;
  for (auto last = sample_.rbegin(); settled.count() < static_cast<std::int64_t>(kPrefixes); ++last) {
    settled.Add(statistic_(sorted));
    sorted.erase(std::lower_bound(sorted.begin(), sorted.end(), *last));
  }
  return settled.StandardDeviation() < epsilon_ * settled.mean();
}

}  // namespace mpigauge
