#include "ci/gate/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/plural.h"
#include "base/units.h"
#include "baselines/compare/blocks.h"
#include "baselines/compare/comparability.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/compare/measured_alike.h"
#include "baselines/compare/other_figures.h"
#include "baselines/compare/run_notes.h"
#include "baselines/named/stored_side.h"
#include "baselines/verdict/conclusion.h"
#include "baselines/verdict/decide.h"
#include "baselines/verdict/losses.h"
#include "baselines/verdict/means.h"
#include "baselines/verdict/settled_opinions.h"
#include "baselines/verdict/tails.h"
#include "ci/gate/baseline_start.h"
#include "ci/gate/common_work.h"
#include "ci/gate/side_by_side.h"
#include "ci/gate/sides.h"
#include "ci/gate/suite.h"
#include "ci/gate/whole_check.h"

namespace mpigauge {
namespace {

std::vector<std::string> RunIdsOf(const Side& side) {
  std::set<std::string> runs;
  for (const LaunchRecord& launch : side.launches) runs.insert(launch.run_id);
  return {runs.begin(), runs.end()};
}

std::size_t RunsOf(const Side& side) { return RunIdsOf(side).size(); }

SuiteSettings DecisionSettings(const GateOptions& options) {
  SuiteSettings settings = options.decision;
  settings.alpha = options.compare.alpha;
  settings.spent_elsewhere = kTailShare + kLossShare;
  return settings;
}

}  // namespace

CompareSettings SideBySideSettings(const LaunchPlan& baseline, const LaunchPlan& candidate,
                                   const GateOptions& options) {
  CompareSettings settings = options.compare;
  settings.method = WithinCircles();
  settings.confidence = 1 - (1 - settings.confidence) / static_cast<double>(options.decision.looks.size());
  if (baseline.library.environment != candidate.library.environment)
    settings.allowed_fields.insert("tuning_parameters");
  if (baseline.library.mpi != candidate.library.mpi) settings.allowed_fields.insert(kImplementation);
  return settings;
}

namespace {

std::vector<std::string> ControlsOf(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const SeriesComparison& control : comparison.controls) names.push_back(control.name);
  return names;
}

// The numbers of fresh launches, with what went wrong in those before them.
void TakeNumbers(const SeriesComparison& fresh, SeriesComparison& series) {
  if (!series.HasTimes()) return;
  const bool baseline_alone = series.faults_of_baseline_alone;
  const std::string before = std::exchange(series, fresh).faults;
  if (before.empty() || baseline_alone) return;
  series.faults_of_baseline_alone = false;
  series.faults = "when it was screened: " + before + (fresh.faults.empty() ? "" : "; then: " + fresh.faults);
}

// Counted facts of both comparisons: a fact does not become less of one because it was not seen again.
void TakeCounted(const Comparison& fresh, Comparison& comparison) {
  std::vector<CountedDifference> all = fresh.counted_differences;
  for (const CountedDifference& old : comparison.counted_differences) {
    const bool replaced = std::any_of(all.begin(), all.end(), [&](const CountedDifference& one) {
      return one.series == old.series && one.counter == old.counter && (one.exact || !old.exact);
    });
    if (!replaced) all.push_back(old);
  }
  std::stable_partition(all.begin(), all.end(), [](const CountedDifference& one) { return one.exact; });
  comparison.counted_differences = std::move(all);
}

// Takes the numbers of series that were settled side by side. The state of the machine during these launches counts,
// too.
void TakeNumbers(const Comparison& fresh, Comparison& comparison) {
  std::map<std::string, const SeriesComparison*> by_name;
  for (const SeriesComparison& series : fresh.series) by_name[series.name] = &series;
  for (SeriesComparison& series : comparison.series) {
    const auto found = by_name.find(series.name);
    if (found != by_name.end()) TakeNumbers(*found->second, series);
  }
  TakeCounted(fresh, comparison);
  comparison.controls = fresh.controls;
  comparison.control_movement = fresh.control_movement;
  if (fresh.memory.known) comparison.memory = fresh.memory;
  for (const std::string& doubt : fresh.clock_doubts) comparison.clock_doubts.push_back(doubt);
  if (!fresh.control_without_times.empty()) comparison.control_without_times = fresh.control_without_times;
  comparison.selection_changes = fresh.selection_changes;
  AddNotes({fresh.notes}, comparison.notes);
}

// Decides a comparison of stored sides: what the runs say, or what the launches do where runs are too few.
void ConcludeByRuns(std::size_t runs, SuiteDecision& decision, Comparison& comparison) {
  const std::size_t needed = decision.settings().screen.min_runs;
  if (runs >= needed) {
    decision.DecideByRuns();
    comparison = DecideAsSettled(decision, std::move(comparison));
    comparison.method = TestMethod::kRuns;
    return;
  }
  comparison = Decide(std::move(comparison), kLossShare);
  comparison.notes.push_back(fmt::format(
      "the baseline has {}, and {} are needed to know how much runs differ; a difference between hours or nodes "
      "counts as the library's, and cancels only if both libraries are measured side by side",
      Counted(runs, "run"), needed));
}

// The launches that either side lost, of all runs that were measured; the baseline's stored ones too.
void TakeLosses(Store& store, const std::vector<std::string>& baseline, GateAnswer& answer) {
  std::vector<std::string> candidate = {answer.candidate_run_id};
  if (!answer.settled_run_id.empty()) candidate.push_back(answer.settled_run_id);
  JudgeLosses(LossesOf(store, baseline, "baseline"), LossesOf(store, candidate, "candidate"), answer.problems,
              answer.comparison);
}

struct ScreenedSuite {
  std::vector<SuiteSeries> suite;
  SuiteDecision decision;
};

// The series whose tails or means the stored runs cannot pass. If a rank has more memory, nobody knows which of them
// takes it.
std::set<std::string> WithWorseTails(const Comparison& comparison) {
  if (MemoryLooksWorse(comparison)) return SeriesOf(comparison);
  std::set<std::string> names;
  for (const SeriesComparison& one : comparison.series) {
    const double level = kTailShare * comparison.alpha;
    if (TailLooksWorse(one, level) || MeanLooksWorse(one, level)) names.insert(one.name);
  }
  return names;
}

// The series that gave errors in launches of the stored baseline alone: fresh launches of both sides decide them.
std::set<std::string> WithErrorsOfBaseline(const Comparison& comparison) {
  std::set<std::string> names;
  for (const SeriesComparison& one : comparison.series) {
    if (one.faults_of_baseline_alone) names.insert(one.name);
  }
  return names;
}

// Stage 1: the candidate's run against the runs of the baseline. What `doubtful` names is left to stage 2.
ScreenedSuite ScreenRun(Side stored, const Side& candidate, const Comparison& comparison, const GateOptions& options,
                        const std::set<std::string>& doubtful) {
  std::vector<SuiteSeries> suite = SuiteOf(comparison);
  const std::vector<LaunchLogs> fresh = AddRunsInOneState(std::move(stored.launches), candidate.launches, suite);
  SuiteDecision decision(suite, DecisionSettings(options));
  if (!suite.empty()) decision.Screen(fresh, doubtful);
  return {std::move(suite), std::move(decision)};
}

// Throws Error (not comparable) where the candidate's launches so far are of another environment than the baseline's.
void RequireComparable(const Side& stored, const Side& measured, const CompareSettings& settings) {
  if (measured.launches.empty()) return;  // what became of them is said when all are made
  const auto own = LaunchesOfEnvironment(stored.launches, measured.launches, settings.allowed_fields);
  CheckComparable(own ? *own : stored.launches, measured.launches, settings.allowed_fields);
}

// The candidate's run that a stored baseline is to judge. It may be one of a library that dies in some operation. Of
// one that never began to measure nobody knows whether the machine is to blame: throws Error (usage).
Side JudgedRun(Store& store, const std::string& run_id) {
  Side side = WholeRunSide(store, run_id, LaunchDetail::kClasses);
  if (!BeganToMeasure(side)) RequireLaunches(side, Unfinished::kRefuse);
  return side;
}

constexpr std::size_t kMostSeries = 10000;  // more than any suite has

// Says before any time is spent that all launches that are allowed cannot fail one series. They can still pass some, so
// this is no error.
void SayShortReach(const LaunchPlan& plan, const CompareSettings& settings, const GateOptions& options) {
  if (options.progress == nullptr || !options.libraries) return;
  const auto most = static_cast<std::size_t>(options.decision.looks.back());
  if (most >= LaunchesToFail(kMostSeries, settings.alpha)) return;  // nobody needs to count
  std::size_t series = 0;
  try {
    series = options.libraries->SeriesOf(plan, options.deadline).size();
  } catch (const Error&) {
    return;  // if the program cannot be started at all, the launches say so
  }
  const std::size_t needed = LaunchesToFail(std::max<std::size_t>(series, 1), settings.alpha);
  if (most >= needed) return;
  *options.progress << fmt::format(
      "note: {} launches of each library can pass some of {} series, and fail none: for that {} are needed "
      "(--max-launches), or fewer series (--filter)\n",
      most, series, needed);
}

// Side by side with the library of a stored baseline: nobody has asked for two implementations.
CompareSettings SettledSettings(const LaunchPlan& baseline, const LaunchPlan& candidate, const GateOptions& options) {
  CompareSettings settings = SideBySideSettings(baseline, candidate, options);
  if (!options.compare.allowed_fields.contains(kImplementation)) settings.allowed_fields.erase(kImplementation);
  return settings;
}

GateAnswer GateTwo(Store& store, const LaunchPlan& baseline, const LaunchPlan& candidate,
                   const CompareSettings& settings, const GateOptions& options) {
  SayShortReach(candidate, settings, options);
  SideBySide launches(options.make_launches({baseline, candidate}, kSettlePart), options.deadline, options.progress,
                      store);
  const SideBySide::Fresh first = launches.Launch(options.decision.looks[0], {});
  launches.RequireBothSides();
  const Comparison begun = Compare(launches.baseline(), launches.candidate(), settings);
  if (options.patterns_must_match) options.compare.tolerance.RequireMatches(SeriesOf(begun));
  const std::vector<SuiteSeries> suite = SuiteOf(begun);
  SuiteDecision decision(suite, DecisionSettings(options));
  if (!suite.empty()) {
    decision.Add(LogsOf(first.baseline, NamesOf(suite)), LogsOf(first.candidate, NamesOf(suite)),
                 CirclesOf(first.baseline, first.candidate), FloorsOf(first.baseline, first.candidate, NamesOf(suite)));
    launches.LaunchUntilDecided(suite, ControlsOf(begun), decision);
    launches.LookAtTails(settings, options.decision.looks.back(), ControlsOf(begun));
  }
  launches.End();

  GateAnswer answer{Compare(launches.baseline(), launches.candidate(), settings), launches.run_id(1),
                    launches.run_id(0), "", launches.Problems()};
  CheckWhole(store, candidate, options, answer);
  answer.comparison = DecideAsSettled(decision, std::move(answer.comparison));
  answer.comparison.method = TestMethod::kGroupSequential;
  AddNotes({launches.Notes(), {"side by side: " + launches.CostText()}}, answer.comparison.notes);
  TakeLosses(store, {answer.baseline_run_id}, answer);
  return answer;
}

}  // namespace

GateAnswer GateSideBySide(Store& store, const LaunchPlan& baseline, const LaunchPlan& candidate,
                          const GateOptions& options) {
  return GateTwo(store, baseline, candidate, SideBySideSettings(baseline, candidate, options), options);
}

namespace {

// A candidate is screened alone, so the runs that took turns in earlier gates do not count in that.
GateAnswer GateComparable(Store& store, const std::string& baseline, const Side& whole, const LaunchPlan& candidate,
                          const GateOptions& options) {
  const Side stored = MeasuredAlone(whole);
  const std::size_t runs = RunsOf(stored);
  const FoundStart found = options.settle ? FindBaselineStart(store, baseline, candidate, options) : FoundStart{};
  const std::optional<BaselineStart>& old = found.start;
  const std::size_t needed = options.decision.screen.min_runs;
  if (old && runs < needed) {
    GateAnswer answer = GateTwo(store, old->plan, candidate, SettledSettings(old->plan, candidate, options), options);
    if (!old->note.empty()) answer.comparison.notes.push_back(old->note);
    answer.comparison.notes.push_back(fmt::format(
        "the baseline has {}{}, a screen needs {}: everything was settled side by side", Counted(runs, "run"),
        RunsOf(whole) > runs ? " that no other library took turns with" : "", needed));
    return answer;
  }
  if (stored.launches.empty() && !whole.launches.empty()) {
    throw Error(
        ExitCode::kNotComparable,
        fmt::format("not comparable: all runs of {} took turns with another library, and the candidate would be "
                    "measured alone; measure the baseline anew: mpigauge run --baseline {}",
                    baseline, baseline));
  }

  const auto screening = options.make_launches({candidate}, kScreenPart);
  if (options.first_launch_alone) {
    screening->Launch(1, {}, options.deadline);
    const std::string run_id = screening->Runs()[0].run_id;
    RequireComparable(stored, WholeRunSide(store, run_id, LaunchDetail::kHeads), options.compare);
  }
  const int missing = options.launches - screening->launched();
  if (missing > 0 && !screening->stopped()) screening->Launch(missing, {}, options.deadline);
  screening->End();
  const CampaignRun run = screening->Runs()[0];
  Side measured = WholeRunSide(store, run.run_id, LaunchDetail::kClasses);
  if (run.interrupted || !BeganToMeasure(measured)) RequireLaunches(run);
  const std::string label_of_run = std::exchange(measured.label, run.library);
  GateAnswer answer{Compare(stored, measured, options.compare), run.run_id, "", "", run.problems};
  if (options.keep_sides) answer.read = {stored, {label_of_run, measured.launches}};
  Side comparable = ComparablePart(stored, measured, options.compare.allowed_fields);
  const std::size_t comparable_runs = RunsOf(comparable);
  std::set<std::string> doubtful;
  if (old) {
    doubtful = WithWorseTails(answer.comparison);
    doubtful.merge(LackingTimes(answer.comparison));
    doubtful.merge(WithErrorsOfBaseline(answer.comparison));
  }
  ScreenedSuite screened = ScreenRun(std::move(comparable), measured, answer.comparison, options, doubtful);
  const bool told = !run.problems.empty();  // they say how launches ended
  AddNotes({LostNotes(stored, "baseline"), told ? std::vector<std::string>() : LostNotes(measured, "candidate"),
            screening->Notes(), found.notes},
           answer.comparison.notes);
  if (screening->out_of_time()) {
    answer.comparison.notes.push_back(
        fmt::format("{} of {} launches; the time of --budget is spent", run.complete, options.launches));
  }
  std::vector<std::string> of_baseline = RunIdsOf(stored);
  if (!old) {
    CheckWhole(store, candidate, options, answer);
    ConcludeByRuns(comparable_runs, screened.decision, answer.comparison);
    TakeLosses(store, of_baseline, answer);
    return answer;
  }
  const std::size_t open = screened.decision.Next().series.size();
  if (open > 0) {
    SideBySide launches(options.make_launches({old->plan, candidate}, kSettlePart), options.deadline, options.progress,
                        store);
    launches.LaunchUntilDecided(screened.suite, ControlsOf(answer.comparison), screened.decision);
    const CompareSettings settings = SettledSettings(old->plan, candidate, options);
    launches.LookAtTails(settings, options.decision.looks.back(), ControlsOf(answer.comparison));
    launches.End();
    if (launches.HasBothSides())
      TakeNumbers(Compare(launches.baseline(), launches.candidate(), settings), answer.comparison);
    answer.baseline_run_id = launches.run_id(0);
    answer.settled_run_id = launches.run_id(1);
    of_baseline.push_back(answer.baseline_run_id);
    const auto problems = launches.Problems();
    answer.problems.insert(answer.problems.end(), problems.begin(), problems.end());
    AddNotes({launches.Notes()}, answer.comparison.notes);
    if (!old->note.empty()) answer.comparison.notes.push_back(old->note);
    answer.comparison.notes.push_back(
        fmt::format("{} of {} series could not be passed against {} stored runs and were settled side by side, {}",
                    open, screened.suite.size(), comparable_runs, launches.CostText()));
  }
  CheckWhole(store, candidate, options, answer);
  answer.comparison = DecideAsSettled(screened.decision, std::move(answer.comparison));
  answer.comparison.method = TestMethod::kRunsThenGroupSequential;
  TakeLosses(store, of_baseline, answer);
  return answer;
}

}  // namespace

GateAnswer GateAgainstStored(Store& store, const std::string& baseline, const LaunchPlan& candidate,
                             const GateOptions& options) {
  // Before anything costs time.
  const Side stored = FindSide(store, baseline, LaunchDetail::kClasses);
  RequireSameImplementation(baseline, stored, candidate.library, options);
  const CommonWork work = FindCommonWork(store, baseline, stored, candidate, options);
  GateAnswer answer = GateComparable(store, baseline, stored, work.plan, options);
  AddNotes({work.notes}, answer.comparison.notes);
  return answer;
}

GateAnswer GateStoredRun(Store& store, const std::string& baseline, const std::string& run,
                         const GateOptions& options) {
  const Side whole = FindSide(store, baseline, LaunchDetail::kClasses);
  const std::string run_id = store.runs().Find(run).run_id;
  Side measured = JudgedRun(store, run_id);
  Side stored = MeasuredAlike(whole, measured);
  GateAnswer answer{Compare(stored, measured, options.compare), run_id, "", "", {}};
  AddNotes({LostNotes(stored, "baseline"), LostNotes(measured, "candidate")}, answer.comparison.notes);
  Side comparable = ComparablePart(stored, measured, options.compare.allowed_fields);
  const std::size_t comparable_runs = RunsOf(comparable);
  ScreenedSuite screened = ScreenRun(std::move(comparable), measured, answer.comparison, options, {});
  ConcludeByRuns(comparable_runs, screened.decision, answer.comparison);
  TakeLosses(store, RunIdsOf(stored), answer);
  if (options.keep_sides) answer.read = {std::move(stored), std::move(measured)};
  return answer;
}

void KeepGate(Store& store, const GateAnswer& answer, const std::string& baseline, const std::string& gate_id) {
  Json comparison = ToJson(answer.comparison);
  Json& runs = comparison["runs"] = {{"baseline", Json::array()}, {"candidate", {answer.candidate_run_id}}};
  if (!answer.baseline_run_id.empty()) runs["baseline"].push_back(answer.baseline_run_id);
  if (!answer.settled_run_id.empty()) runs["candidate"].push_back(answer.settled_run_id);
  if (!answer.previous_run_id.empty()) runs["previous"] = answer.previous_run_id;
  store.gates().Add({gate_id, UtcNow(), answer.candidate_run_id, baseline, VerdictName(answer.comparison.verdict),
                     std::move(comparison)});
}

}  // namespace mpigauge
