#include "baselines/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "baselines/compare/beside_times.h"
#include "baselines/compare/blocks.h"
#include "baselines/compare/clocks.h"
#include "baselines/compare/comparability.h"
#include "baselines/compare/controls.h"
#include "baselines/compare/counted.h"
#include "baselines/compare/launch_means.h"
#include "baselines/compare/memory.h"
#include "baselines/compare/method.h"
#include "baselines/compare/other_figures.h"
#include "baselines/compare/paired_series.h"
#include "baselines/compare/run_notes.h"
#include "baselines/compare/samples.h"
#include "baselines/compare/selection_change.h"
#include "baselines/compare/waiting_doubts.h"
#include "baselines/compare/without_times.h"
#include "stats/holm.h"

namespace mpigauge {
namespace {

void TakeJudgement(const Judgement& judgement, SeriesComparison& series) {
  series.p_slower = judgement.p_slower;
  series.ratio = std::exp(judgement.shift.estimate);
  series.low = std::exp(judgement.shift.low);
  series.high = std::exp(judgement.shift.high);
  series.level = judgement.shift.level;
}

// The test of each series, which needs the whole suite.
void TestAll(Suite& suite, const CompareSettings& settings) {
  auto judgements = settings.method.judge(suite.launches, settings.confidence);
  std::vector<double> slower;
  std::vector<double> faster;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    WidenToTick(suite.launches[i].log_tick, judgements[i].shift);
    TakeJudgement(judgements[i], suite.series[i]);
    slower.push_back(judgements[i].p_slower);
    faster.push_back(judgements[i].p_faster);
  }
  TestMeans(suite.means, suite.spread, settings.method, settings.confidence, suite.series);
  TestMeans(suite.processors, suite.spread, settings.method, settings.confidence, suite.series,
            &SeriesComparison::processor);
  TestTails(suite.spread, suite.series);
  const auto slower_adjusted = HolmAdjusted(slower);
  const auto faster_adjusted = HolmAdjusted(faster);
  for (std::size_t i = 0; i < suite.series.size(); ++i) {
    SeriesComparison& one = suite.series[i];
    one.p_adjusted = slower_adjusted[i];
    one.p_faster_adjusted = faster_adjusted[i];
    one.detectable_ratio =
        DetectableRatio(suite.launches[i], AlphaOfMedians(settings.alpha) / static_cast<double>(suite.series.size()));
    one.detectable_ratio = std::max(one.detectable_ratio, one.TickRatio());  // NaN stays
  }
}

LaunchFacts FactsOf(const Side& baseline, const Side& candidate, const Samples& before, const Samples& after,
                    const CompareSettings& settings) {
  LaunchFacts facts;
  for (const LaunchRecord& launch : baseline.launches) facts.baseline_runs.push_back(launch.run_id);
  if (settings.method.needs_circles) facts.blocks = BlocksOfCircles(baseline, candidate);
  facts.controls = DeviationsOfControls(baseline, candidate, before, after);
  return facts;
}

}  // namespace

bool HasFigure(const SeriesRecord& series) {
  if (series.fault && (series.fault->kind == FaultKind::kClocksApart || IsError(*series.fault))) return false;
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
  Comparability comparability = CheckComparable(baseline.launches, candidate.launches, settings.allowed_fields);
  comparison.allowed_differences = std::move(comparability.allowed);
  comparison.context_differences = std::move(comparability.context);

  // Did the machine change? Whatever follows is read in the light of that.
  Samples after = CollectSamples(candidate, {});
  Samples before = CollectSamples(baseline, after);
  const auto wrong = TakeWrongData(candidate, before, after);
  const LaunchFacts facts = FactsOf(baseline, candidate, before, after, settings);
  comparison.control_movement = TestControls(facts.controls, facts.blocks, settings.alpha, settings.confidence);
  comparison.clock_doubts = ClockDoubts(baseline, candidate, comparison.control_movement);
  AddNotes({WaitingDoubts(baseline, candidate)}, comparison.clock_doubts);
  comparison.memory = CompareMemory(baseline, candidate);
  comparison.control_without_times = ControlWithoutTimes(before, after, settings.alpha);

  // Test, over the whole suite at once.
  Suite suite;
  Suite controls;
  std::set<Selection> asked;
  for (const LaunchRecord& launch : candidate.launches) asked.insert(SelectionOf(launch));
  const auto untested = PairUp(before, after, asked, facts, settings, suite, controls, comparison.not_compared);
  TestAll(suite, settings);
  JudgeOtherFigure(suite.floors, settings.method, settings.confidence, &SeriesComparison::floor, suite.series);
  JudgeOtherFigure(suite.tails, settings.method, settings.confidence, &SeriesComparison::tail, suite.series);
  TestAll(controls, settings);
  comparison.series = std::move(suite.series);
  comparison.controls = std::move(controls.series);
  const std::vector<std::string> reach = ReachNotes(comparison);  // of what was tested
  for (const auto* some : {&wrong, &untested}) {
    comparison.series.insert(comparison.series.end(), some->begin(), some->end());
  }
  SelectionDifference selection = CompareSelections(baseline.launches, candidate.launches);
  comparison.selection_changes = std::move(selection.changes);
  AttachSuspects(comparison.selection_changes, comparison.series);
  comparison.counted_differences = CountedDifferences(baseline.launches, candidate.launches);
  FindNotCheckedWhole(candidate, after, comparison.series);
  AddNotes({reach, selection.notes, SeriesFaultNotes(comparison.series),
            FindUnchecked(before, after, comparison.series), FindSlowFirstCalls(before, after, comparison.series),
            LateStartNotes(before, after), WrongDataNotes(baseline, candidate), RunNotes(baseline, candidate),
            ControlNotes(comparison.controls, settings.alpha)},
           comparison.notes);
  return comparison;
}

}  // namespace mpigauge
