#include "ci/gate/gate.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <map>
#include <optional>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/verdict.h"
#include "ci/gate/sides.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

// Throws where a campaign gave nothing to compare.
void RequireLaunches(const CampaignRun& run) {
  if (run.interrupted) throw NotMeasured("stopped; run {} keeps its {} launch(es)", run.run_id, run.complete);
  if (run.complete > 0) return;
  throw NotMeasured("{}: no launch ended well: {}", run.library, run.problems.empty() ? "?" : run.problems[0]);
}

Side SideOf(Store& store, const CampaignRun& run) {
  Side side = FindSide(store, run.run_id);
  side.label = run.library;
  return side;
}

std::string RegexEscaped(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (std::string("\\^$.|?*+()[]{}").find(letter) != std::string::npos) escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

// --benchmark_filter for the series that `wanted` chooses, and the controls.
std::string FilterFor(const Comparison& comparison, const std::function<bool(const SeriesComparison&)>& wanted) {
  std::vector<std::string> names;
  for (const SeriesComparison& series : comparison.series) {
    if (wanted(series)) names.push_back(RegexEscaped(series.name));
  }
  for (const SeriesComparison& control : comparison.controls) names.push_back(RegexEscaped(control.name));
  return fmt::format("--benchmark_filter=^({})$", fmt::join(names, "|"));
}

bool NotPassed(const SeriesComparison& series) { return series.verdict != Verdict::kPass; }
bool Open(const SeriesComparison& series) { return series.verdict == Verdict::kInconclusive; }

LaunchPlan Restricted(LaunchPlan plan, const std::string& filter) {
  std::erase_if(plan.bench_arguments,
                [](const std::string& argument) { return argument.starts_with("--benchmark_filter"); });
  plan.bench_arguments.push_back(filter);
  return plan;
}

// The plan of the baseline's newest run that can still be started here; nothing where there is none.
std::optional<LaunchPlan> BaselinePlan(Store& store, const std::string& baseline, std::vector<std::string>& notes) {
  const auto found = store.FindBaseline(baseline);
  const std::string run_id = found ? found->run_ids.back() : store.FindRun(baseline).run_id;
  const Run run = store.FindRun(run_id);
  if (run.plan.empty()) {
    notes.push_back("not settled side by side: the baseline's runs were imported, how they were started is unknown");
    return std::nullopt;
  }
  try {
    LaunchPlan plan = PlanFromJson(run.plan, "run " + run_id);
    FindMpi(plan.library.mpi);
    FindBench(plan.bench);
    return plan;
  } catch (const Error& error) {
    notes.push_back(
        fmt::format("not settled side by side: the baseline's library cannot be started: {}", error.what()));
    return std::nullopt;
  }
}

// Takes what a comparison of some of the series says into the comparison of all of them.
std::size_t TakeVerdicts(const Comparison& fresh, Comparison& comparison) {
  std::map<std::string, const SeriesComparison*> by_name;
  for (const SeriesComparison& series : fresh.series) by_name[series.name] = &series;
  std::size_t taken = 0;
  for (SeriesComparison& series : comparison.series) {
    const auto found = by_name.find(series.name);
    if (found == by_name.end()) continue;
    series = *found->second;
    ++taken;
  }
  comparison.controls = fresh.controls;
  comparison.notes = fresh.notes;
  SortWorstFirst(comparison.series);
  comparison.verdict = GateVerdict(comparison.series);
  return taken;
}

// One look side by side: as many launches again of both libraries, added to `sides`.
void Look(Store& store, const LaunchPlan& baseline, const LaunchPlan& candidate, const GateOptions& options,
          Side (&sides)[2], GateAnswer& answer) {
  const auto runs = RunCampaign({baseline, candidate}, options.campaign, store);
  for (const CampaignRun& run : runs) {
    RequireLaunches(run);
    answer.problems.insert(answer.problems.end(), run.problems.begin(), run.problems.end());
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const Side fresh = FindSide(store, runs[i].run_id);
    sides[i].label = runs[i].library;
    sides[i].launches.insert(sides[i].launches.end(), fresh.launches.begin(), fresh.launches.end());
  }
  if (answer.candidate_run_id.empty()) answer.candidate_run_id = runs[1].run_id;
}

CompareSettings SettingsOfOneLook(const LaunchPlan& baseline, const LaunchPlan& candidate, const GateOptions& options) {
  CompareSettings settings = options.compare;
  settings.alpha /= options.looks;
  settings.confidence = 1 - (1 - settings.confidence) / options.looks;
  if (baseline.library.environment != candidate.library.environment)
    settings.allowed_fields.insert("tuning_parameters");
  if (baseline.library.mpi != candidate.library.mpi) settings.allowed_fields.insert("mpi_implementation");
  return settings;
}

}  // namespace

GateAnswer GateSideBySide(Store& store, const LaunchPlan& baseline, const LaunchPlan& candidate,
                          const GateOptions& options) {
  const CompareSettings settings = SettingsOfOneLook(baseline, candidate, options);
  GateAnswer answer;
  Side sides[2];
  Look(store, baseline, candidate, options, sides, answer);
  answer.comparison = Compare(sides[0], sides[1], settings);
  for (int look = 1; look < options.looks && answer.comparison.Count(Verdict::kInconclusive) > 0; ++look) {
    const std::string filter = FilterFor(answer.comparison, Open);
    Look(store, Restricted(baseline, filter), Restricted(candidate, filter), options, sides, answer);
    Comparison again = Compare(sides[0], sides[1], settings);
    // A series that was decided keeps its verdict: it has no new launches.
    std::erase_if(again.series, [&](const SeriesComparison& series) {
      return std::none_of(answer.comparison.series.begin(), answer.comparison.series.end(),
                          [&](const SeriesComparison& old) { return old.name == series.name && Open(old); });
    });
    TakeVerdicts(again, answer.comparison);
  }
  answer.comparison.alpha = options.compare.alpha;
  return answer;
}

GateAnswer GateAgainstStored(Store& store, const std::string& baseline, const LaunchPlan& candidate,
                             const GateOptions& options) {
  const Side stored = FindSide(store, baseline);  // before anything costs time
  const CampaignRun run = RunCampaign({candidate}, options.campaign, store)[0];
  RequireLaunches(run);
  GateAnswer answer;
  answer.candidate_run_id = run.run_id;
  answer.problems = run.problems;
  answer.comparison = Compare(stored, SideOf(store, run), options.compare);
  const bool open = answer.comparison.Count(Verdict::kPass) < answer.comparison.series.size();
  if (!options.settle || !open) return answer;

  const auto plan = BaselinePlan(store, baseline, answer.comparison.notes);
  if (!plan) return answer;
  const std::string filter = FilterFor(answer.comparison, NotPassed);
  const GateAnswer settled = GateSideBySide(store, Restricted(*plan, filter), Restricted(candidate, filter), options);
  answer.problems.insert(answer.problems.end(), settled.problems.begin(), settled.problems.end());
  const std::size_t taken = TakeVerdicts(settled.comparison, answer.comparison);
  answer.comparison.notes.push_back(
      fmt::format("{} of {} series could not be passed against the stored baseline and were settled side by side",
                  taken, answer.comparison.series.size()));
  return answer;
}

GateAnswer GateStoredRun(Store& store, const std::string& baseline, const std::string& run,
                         const GateOptions& options) {
  GateAnswer answer;
  answer.candidate_run_id = store.FindRun(run).run_id;
  answer.comparison = Compare(FindSide(store, baseline), FindSide(store, answer.candidate_run_id), options.compare);
  return answer;
}

void KeepGate(Store& store, const GateAnswer& answer, const std::string& baseline) {
  store.AddGate({NewRunId(), fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))), answer.candidate_run_id,
                 baseline, VerdictName(answer.comparison.verdict), ToJson(answer.comparison)});
}

}  // namespace mpigauge
