#include "harness/method/stopping_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/error.h"
#include "harness/method/stopping_rule.h"
#include "stats/finite.h"
#include "stats/interval.h"
#include "stats/moments.h"
#include "stats/summary.h"
#include "stats/trimming.h"

namespace mpigauge {

void MedianIntervalRule::Observe(double seconds, std::int64_t) {
  sample_.push_back(seconds);
  if (sample_.size() < next_look_) return;
  next_look_ = sample_.size() + 1 + sample_.size() / 4;
  satisfied_ = Judge();
}

bool MedianIntervalRule::Judge() const {
  const std::vector<double> sorted = Sorted(sample_);
  const auto interval = MedianInterval(sorted, options().confidence);
  return interval && interval->width() < epsilon_ * Quantile(sorted, 0.5);
}

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

namespace {

using Rule = std::unique_ptr<StoppingRule>;
using Options = StoppingOptions;

// The one place where a name becomes a rule.
struct Named {
  const char* name;
  Rule (*make)(const Options&);
};
constexpr Named kRules[] = {
    {"budget", [](const Options& o) -> Rule { return std::make_unique<BoundsRule>(o); }},
    {"fixed", [](const Options& o) -> Rule { return std::make_unique<FixedRule>(o); }},
    {"least-time", [](const Options& o) -> Rule { return std::make_unique<LeastTimeRule>(o); }},
    {"relative-standard-error",
     [](const Options& o) -> Rule { return std::make_unique<StandardErrorRule>(o, kSkampiPrecision); }},
    {"mpiperf-1", [](const Options& o) -> Rule { return std::make_unique<StartCountRule>(o, kMpiPerfStarts); }},
    {"mpiperf-2", [](const Options& o) -> Rule { return std::make_unique<StandardErrorRule>(o, kMpiPerfPrecision); }},
    {"median-interval", [](const Options& o) -> Rule { return std::make_unique<MedianIntervalRule>(o); }},
    {"cov-mean", [](const Options& o) -> Rule { return std::make_unique<PrefixRule>(o, PrefixRule::Mean); }},
    {"cov-median", [](const Options& o) -> Rule { return std::make_unique<PrefixRule>(o, PrefixRule::Median); }},
};

void Validate(const Options& options) {
  const auto share = [](double value) { return value > 0 && value < 1; };
  if (options.least_observations < 0 || options.most_observations < 1) {
    throw UsageError("stopping: at least {} and at most {} observations is not a range", options.least_observations,
                     options.most_observations);
  }
  if (options.budget_ns < 0) throw UsageError("stopping: a budget of {} ns is negative", options.budget_ns);
  if (options.epsilon && !share(*options.epsilon)) {
    throw UsageError("stopping: the precision {} is not between 0 and 1", *options.epsilon);
  }
  if (!share(options.confidence)) {
    throw UsageError("stopping: the confidence {} is not between 0 and 1", options.confidence);
  }
  if (!share(options.tick_seconds)) {
    throw UsageError("stopping: a clock tick of {} s is not between 0 and 1 s", options.tick_seconds);
  }
  if (options.step < 1) throw UsageError("stopping: the step {} is not positive", options.step);
}

}  // namespace

const std::vector<std::string>& StoppingRuleNames() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const Named& named : kRules) names.emplace_back(named.name);
    return names;
  }();
  return kNames;
}

std::unique_ptr<StoppingRule> MakeStoppingRule(const StoppingOptions& options) {
  Validate(options);
  for (const Named& named : kRules) {
    if (options.name == named.name) return named.make(options);
  }
  throw UsageError("unknown stopping rule '{}'; there are: {}", options.name, fmt::join(StoppingRuleNames(), ", "));
}

}  // namespace mpigauge
