#include "ci/gate/whole_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/compare/without_times.h"

namespace mpigauge {
namespace {

// The plan with its data checked after each operation, whatever it said of that before.
LaunchPlan WithAllChecked(LaunchPlan plan) {
  std::vector<std::string>& arguments = plan.bench_arguments;
  for (auto one = arguments.begin(); one != arguments.end();) {
    const bool has_value_behind = *one == "--verify" && one + 1 != arguments.end();
    const bool is_verify = *one == "--verify" || one->starts_with("--verify=");
    one = is_verify ? arguments.erase(one, one + (has_value_behind ? 2 : 1)) : one + 1;
  }
  arguments.emplace_back("--verify=all");
  return plan;
}

const SeriesRecord* FindSeries(const std::vector<LaunchRecord>& launches, const std::string& name) {
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.name == name) return &series;
    }
  }
  return nullptr;
}

void AddFault(const std::string& text, SeriesComparison& series) {
  series.faults += (series.faults.empty() ? "" : "; ") + text;
  series.faults_of_baseline_alone = false;
}

// A launch that ended early has shown what is wrong, and not what is right.
void TakeCheck(const SeriesRecord* checked, const CampaignRun& run, const std::string& why_not,
               SeriesComparison& series) {
  if (checked != nullptr && checked->fault) {
    const Fault& fault = *checked->fault;
    if (fault.kind == FaultKind::kWrongData) {
      series = WithoutTimes(series, Broken::kWrongData, WrongDataText(fault) + ", in a launch with --verify=all");
      return;
    }
    const std::string text = fmt::format("with --verify=all {}: {}", FaultKindName(fault.kind), fault.message);
    AddFault(text, series);
    series.not_checked_whole = text;
  } else if (checked != nullptr && checked->verified && run.complete > 0) {
    series.not_checked_whole.clear();
  } else {
    series.not_checked_whole = why_not;
    if (run.complete == 0 && !run.problems.empty()) AddFault("with --verify=all " + why_not, series);
  }
}

}  // namespace

void CheckWhole(Store& store, const LaunchPlan& candidate, const GateOptions& options, GateAnswer& answer) {
  std::vector<SeriesComparison*> open;
  std::vector<std::string> names;
  for (SeriesComparison& one : answer.comparison.series) {
    if (one.not_checked_whole.empty()) continue;
    open.push_back(&one);
    names.push_back(one.name);
  }
  if (open.empty()) return;
  if (options.deadline && std::chrono::steady_clock::now() >= *options.deadline) {
    for (SeriesComparison* one : open) one->not_checked_whole = "the time of --budget is spent";
    return;
  }
  if (options.progress != nullptr) {
    *options.progress << fmt::format("{} series more than twice as fast: a launch checks all of their data\n",
                                     names.size());
  }
  const auto launches = options.make_launches({WithAllChecked(candidate)}, kCheckPart);
  launches->Launch(1, names, options.deadline);
  const CampaignRun run = launches->Runs()[0];
  if (run.interrupted) RequireLaunches(run);
  answer.problems.insert(answer.problems.end(), run.problems.begin(), run.problems.end());
  const std::string why_not = !run.problems.empty()     ? run.problems.front()
                              : launches->out_of_time() ? "the time of --budget is spent"
                                                        : "the launch for it has no data of it that were checked";
  const std::vector<LaunchRecord> checked = store.runs().Launches(run.run_id, LaunchDetail::kSummaries);
  for (SeriesComparison* one : open) TakeCheck(FindSeries(checked, one->name), run, why_not, *one);
  const auto right =
      std::ranges::count_if(open, [](const auto* one) { return one->HasTimes() && one->not_checked_whole.empty(); });
  if (right > 0) {
    answer.comparison.notes.push_back(
        fmt::format("one more launch checked the data of {} series that are more than twice as fast after each "
                    "operation: they are right",
                    right));
  }
  const bool any_wrong = std::ranges::any_of(open, [](const auto* one) { return !one->HasTimes(); });
  if (any_wrong) return;  // its launch shows what is wrong
  try {
    store.upkeep().DeleteRun(run.run_id);
  } catch (const Error& error) {
    answer.comparison.notes.push_back(
        fmt::format("run {} of the check could not be deleted: {}", run.run_id, error.what()));
  }
}

}  // namespace mpigauge
