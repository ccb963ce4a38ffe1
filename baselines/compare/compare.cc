#include "baselines/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "baselines/compare/blocks.h"
#include "baselines/compare/comparability.h"
#include "baselines/compare/controls.h"
#include "baselines/compare/counted.h"
#include "baselines/compare/method.h"
#include "baselines/compare/other_figures.h"
#include "baselines/compare/paired_series.h"
#include "baselines/compare/run_notes.h"
#include "baselines/compare/samples.h"
#include "baselines/compare/selection_change.h"
#include "baselines/compare/without_times.h"

namespace mpigauge {
namespace {

void TakeJudgement(const Judgement& judgement, SeriesComparison& series) {
  series.p_slower = judgement.p_slower;
  series.ratio = std::exp(judgement.shift.estimate);
  series.low = std::exp(judgement.shift.low);
  series.high = std::exp(judgement.shift.high);
  series.level = judgement.shift.level;
}

// Judges by the method; where that adjusts for the controls, what the plain rank sum says stays beside it.
std::vector<Judgement> Judgements(Suite& suite, const CompareSettings& settings, std::vector<std::string>& notes) {
  if (settings.method.needs_controls) {
    const auto raw = RankSum().judge(suite.launches, settings.confidence, notes);
    for (std::size_t i = 0; i < raw.size(); ++i) suite.series[i].raw_ratio = std::exp(raw[i].shift.estimate);
  }
  return settings.method.judge(suite.launches, settings.confidence, notes);
}

// The test of each series, which needs the whole suite.
void TestAll(Suite& suite, const CompareSettings& settings, std::vector<std::string>& notes) {
  auto judgements = Judgements(suite, settings, notes);
  std::vector<double> slower;
  std::vector<double> faster;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    WidenToTick(suite.launches[i].log_tick, judgements[i].shift);
    TakeJudgement(judgements[i], suite.series[i]);
    slower.push_back(judgements[i].p_slower);
    faster.push_back(judgements[i].p_faster);
  }
  TestTails(suite.spread, suite.series);
  const auto slower_adjusted = settings.correction.adjust(slower);
  const auto faster_adjusted = settings.correction.adjust(faster);
  for (std::size_t i = 0; i < suite.series.size(); ++i) {
    SeriesComparison& one = suite.series[i];
    one.p_adjusted = slower_adjusted[i];
    one.p_faster_adjusted = faster_adjusted[i];
    one.detectable_ratio = settings.method.detectable(
        suite.launches[i], AlphaOfMedians(settings.alpha) / static_cast<double>(suite.series.size()));
    one.detectable_ratio = std::max(one.detectable_ratio, one.TickRatio());  // NaN stays
  }
}

LaunchFacts FactsOf(const Side& baseline, const Side& candidate, const Samples& before, const Samples& after,
                    const CompareSettings& settings) {
  LaunchFacts facts;
  for (const LaunchRecord& launch : baseline.launches) facts.baseline_runs.push_back(launch.run_id);
  if (settings.method.needs_blocks) facts.blocks = FindBlocks(baseline, candidate);
  if (settings.method.needs_circles) facts.blocks = BlocksOfCircles(baseline, candidate);
  facts.controls = DeviationsOfControls(baseline, candidate, before, after);
  if (settings.method.needs_controls && facts.controls.controls == 0) {
    throw UsageError("no controls to adjust for: none was measured on both sides");
  }
  return facts;
}

}  // namespace

bool HasFigure(const SeriesRecord& series) {
  if (series.fault && series.fault->kind == FaultKind::kClocksApart) return false;  // measured, but wrong
  return series.summary.count > 0 && series.summary.median > 0;
}

std::vector<double> LogObservations(const SeriesRecord& series) {
  constexpr double kPicosecond = 1e-12;
  std::vector<double> times = series.Times();
  times.erase(times.begin(), times.begin() + std::min<std::ptrdiff_t>(series.warm_up_observations, std::ssize(times)));
  for (double& time : times) time = std::log(std::max(time, kPicosecond));
  return times;
}

std::set<std::string> SeriesOf(const Side& side) {
  std::set<std::string> names;
  for (const LaunchRecord& launch : side.launches) {
    for (const SeriesRecord& series : launch.series) names.insert(series.name);
  }
  return names;
}

Comparison Compare(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  for (const Side* side : {&baseline, &candidate}) {
    const bool died = side == &candidate && !side->lost.empty();
    if (side->launches.empty() && !died) throw UsageError("{}: has no launches to compare", side->label);
  }
  if (candidate.launches.empty()) return CompareWithLost(baseline, candidate, settings);
  if (const auto own = LaunchesOfEnvironment(baseline.launches, candidate.launches, settings.allowed_fields)) {
    Comparison comparison = Compare({baseline.label, *own, baseline.lost}, candidate, settings);
    comparison.notes.push_back(fmt::format("{} of the baseline's {} launches are of the candidate's environment",
                                           own->size(), baseline.launches.size()));
    return comparison;
  }
  Comparison comparison = EmptyComparison(baseline, candidate, settings);
  comparison.adjusted_for_controls = settings.method.needs_controls;
  if (!settings.method.promise.empty()) comparison.notes.push_back(settings.method.promise);
  Comparability comparability = CheckComparable(baseline.launches, candidate.launches, settings.allowed_fields);
  comparison.allowed_differences = std::move(comparability.allowed);
  comparison.context_differences = std::move(comparability.context);

  // Did the machine change? Whatever follows is read in the light of that.
  const bool with_observations = settings.method.needs_observations;
  Samples after = CollectSamples(candidate, with_observations, {});
  Samples before = CollectSamples(baseline, with_observations, after);
  const auto wrong = TakeWrongData(candidate, before, after);
  const LaunchFacts facts = FactsOf(baseline, candidate, before, after, settings);
  comparison.control_movement = TestControls(facts.controls, settings.method.needs_circles ? facts.blocks : Blocks{},
                                             settings.alpha, settings.confidence);
  comparison.control_without_times = ControlWithoutTimes(before, after, settings.alpha);

  // Test, over the whole suite at once.
  Suite suite;
  Suite controls;
  std::set<Selection> asked;
  for (const LaunchRecord& launch : candidate.launches) asked.insert(SelectionOf(launch));
  const auto untested = PairUp(before, after, asked, facts, settings, suite, controls, comparison.not_compared);
  TestAll(suite, settings, comparison.notes);
  const CompareMethod& of_others = settings.method.needs_circles ? settings.method : RankSum();
  JudgeOtherFigure(suite.floors, of_others, settings.confidence, &SeriesComparison::floor, suite.series);
  JudgeOtherFigure(suite.tails, of_others, settings.confidence, &SeriesComparison::tail, suite.series);
  CompareSettings of_controls = settings;
  if (settings.method.needs_controls) of_controls.method = RankSum();  // not adjusted for themselves
  std::vector<std::string> doubts_of_controls;  // the doubts of the method are the same as those of the suite
  TestAll(controls, of_controls, doubts_of_controls);
  comparison.series = std::move(suite.series);
  comparison.controls = std::move(controls.series);
  NoteReach(comparison, settings.method, comparison.notes);
  for (const auto* some : {&wrong, &untested}) {
    comparison.series.insert(comparison.series.end(), some->begin(), some->end());
  }
  comparison.selection_changes = SelectionChanges(baseline.launches, candidate.launches, comparison.notes);
  AttachSuspects(comparison.selection_changes, comparison.series);
  comparison.counted_differences = CountedDifferences(baseline.launches, candidate.launches);
  NoteFaults(comparison.series, comparison.notes);
  NoteWrongData(baseline, candidate, comparison.notes);
  NoteRuns(baseline, candidate, comparison.notes);
  NoteControls(comparison.controls, settings.alpha, comparison.notes);
  return comparison;
}

}  // namespace mpigauge
