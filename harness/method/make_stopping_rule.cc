#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "harness/base/error.h"
#include "harness/method/counting_rules.h"
#include "harness/method/median_interval_rule.h"
#include "harness/method/prefix_rule.h"
#include "harness/method/standard_error_rule.h"
#include "harness/method/stopping_rule.h"

namespace mpigauge {
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
    throw UsageError("stopping: at least {} and at most {} observations is no range", options.least_observations,
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
