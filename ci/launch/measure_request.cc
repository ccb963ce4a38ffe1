#include "ci/launch/measure_request.h"

#include <algorithm>

#include "base/units.h"

namespace mpigauge {
namespace {

// Whether arguments for the benchmark program say themselves which series a filter chooses of.
bool ChooseSeries(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument.starts_with("--suite") || argument.starts_with("--series") || argument.starts_with("--config");
  });
}

}  // namespace

void MeasureRequest::TakeInto(LaunchPlan& plan) const {
  plan.timeout_seconds = ParseSeconds(timeout, "timeout");
  plan.finalize_seconds = ParseSeconds(finalize_timeout, "finalize_timeout");
  if (!suite.empty()) plan.bench_arguments.push_back("--suite=" + suite);
  if (suite.empty() && !filter.empty() && filter_narrows && !ChooseSeries(arguments))
    plan.bench_arguments.emplace_back("--suite=default");
  if (!filter.empty()) plan.bench_arguments.push_back("--benchmark_filter=" + filter);
  if (realtime) plan.bench_arguments.emplace_back("--realtime");
  plan.bench_arguments.insert(plan.bench_arguments.end(), arguments.begin(), arguments.end());
}

SettingList SettingsOf(MeasureRequest& request) {
  return {{.key = "launches",
           .value = &request.launches,
           .group = kMeasureGroup,
           .help = "Launches of each library",
           .least = 1,
           .most = 100000},
          {.key = "suite",
           .value = &request.suite,
           .group = kMeasureGroup,
           .help = "smoke (the default), standard or full",
           .type = "NAME"},
          {.key = "filter",
           .value = &request.filter,
           .group = kMeasureGroup,
           .help = "Only series of the suite that match, such as 'allreduce|bcast'",
           .type = "REGEX"},
          {.key = "timeout",
           .value = &request.timeout,
           .group = kMeasureGroup,
           .help = "The time limit of one launch",
           .type = "TIME",
           .check = [](const std::string& text, const std::string& what) { ParseSeconds(text, what); }},
          {.key = "finalize_timeout",
           .value = &request.finalize_timeout,
           .group = kMeasureGroup,
           .help = "The time limit of MPI_Finalize",
           .type = "TIME",
           .check = [](const std::string& text, const std::string& what) { ParseSeconds(text, what); }},
          {.key = "realtime",
           .value = &request.realtime,
           .group = kMeasureGroup,
           .help = "Give the ranks real-time priority, if allowed"},
          {.key = "arguments",
           .value = &request.arguments,
           .group = kMeasureGroup,
           .help = "Arguments for mpigauge-bench, behind '--'",
           .option = "bench_arguments"}};
}

}  // namespace mpigauge
