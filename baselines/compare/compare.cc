#include "baselines/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "baselines/compare/blocks.h"
#include "baselines/compare/comparability.h"
#include "baselines/compare/controls.h"
#include "baselines/compare/counted.h"
#include "baselines/compare/detectable_ratio.h"
#include "baselines/compare/method.h"
#include "baselines/compare/method_adjusted.h"
#include "baselines/compare/other_figures.h"
#include "baselines/compare/paired_series.h"
#include "baselines/compare/run_notes.h"
#include "baselines/compare/samples.h"
#include "baselines/compare/selection_change.h"
#include "baselines/compare/verdict.h"
#include "harness/base/error.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

void TakeJudgement(const Judgement& judgement, SeriesComparison& series) {
  series.p_slower = judgement.p_slower;
  series.ratio = std::exp(judgement.shift.estimate);
  series.low = std::exp(judgement.shift.low);
  series.high = std::exp(judgement.shift.high);
  series.level = judgement.shift.level;
}

// By the method, or adjusted for the controls; then what the method says stays beside it.
std::vector<Judgement> Judgements(Suite& suite, const CompareSettings& settings, std::vector<std::string>& notes) {
  auto judgements = FindCompareMethod(settings.method).judge(suite.launches, settings.confidence, notes);
  if (!settings.adjust_for_controls) return judgements;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    suite.series[i].raw_ratio = std::exp(judgements[i].shift.estimate);
  }
  return ByRankSumAdjusted(suite.launches, settings.confidence);
}

// Test and verdict of each series, which need the whole suite.
void JudgeAll(Suite& suite, const CompareSettings& settings, std::vector<std::string>& notes) {
  const CompareMethod& method = FindCompareMethod(settings.method);
  const auto judgements = Judgements(suite, settings, notes);
  std::vector<double> slower;
  std::vector<double> faster;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    TakeJudgement(judgements[i], suite.series[i]);
    slower.push_back(judgements[i].p_slower);
    faster.push_back(judgements[i].p_faster);
  }
  const auto slower_adjusted = AdjustedBy(settings.correction, slower);
  const auto faster_adjusted = AdjustedBy(settings.correction, faster);
  for (std::size_t i = 0; i < suite.series.size(); ++i) {
    SeriesComparison& one = suite.series[i];
    one.p_adjusted = method.p_decides ? slower_adjusted[i] : 1;
    Decide(one, settings.alpha, settings.confidence, method.p_decides ? faster_adjusted[i] : 1);
    one.p_adjusted = slower_adjusted[i];
    one.detectable_ratio =
        DetectableRatio(suite.launches[i], settings.method, settings.alpha / static_cast<double>(suite.series.size()));
  }
}

// A test of shape that decides nothing is said all the same.
void NoteShapes(const std::vector<SeriesComparison>& all, const CompareSettings& settings,
                std::vector<std::string>& notes) {
  if (FindCompareMethod(settings.method).p_decides) return;
  for (const SeriesComparison& one : all) {
    if (one.p_adjusted > settings.alpha) continue;
    notes.push_back(
        fmt::format("{}: the launches' medians are distributed differently (p {:.2g})", one.name, one.p_adjusted));
  }
}

void NoteDisagreement(const std::vector<SeriesComparison>& all, std::vector<std::string>& notes) {
  for (const SeriesComparison& one : all) {
    if (one.verdict != Verdict::kFail || !(one.local_ratio < 1)) continue;
    notes.push_back(fmt::format("{}: global times say {}, local times {}: two ways of timing disagree in the sign",
                                one.name, FormatChange(one.ratio), FormatChange(one.local_ratio)));
  }
}

// In blocks p has a floor that is soon reached: where it is above what the correction asks for, no p can fail.
void NoteReach(const Comparison& comparison, std::vector<std::string>& notes) {
  const auto& all = comparison.series;
  if (!FindCompareMethod(comparison.method).needs_blocks || all.empty()) return;
  if (!std::all_of(all.begin(), all.end(), [](const auto& one) { return std::isinf(one.detectable_ratio); })) return;
  notes.push_back(fmt::format(
      "{}: so few blocks allow no p that is significant among {} series; only an interval above the tolerance fails",
      comparison.method, all.size()));
}

LaunchFacts FactsOf(const Side& baseline, const Side& candidate, const Samples& before, const Samples& after,
                    const CompareSettings& settings) {
  LaunchFacts facts;
  if (FindCompareMethod(settings.method).needs_blocks) facts.blocks = FindBlocks(baseline, candidate);
  facts.controls = DeviationsOfControls(baseline, candidate, before, after);
  if (!settings.adjust_for_controls) return facts;
  if (settings.method != "rank-sum") {
    throw UsageError("the launches are adjusted for the controls with method rank-sum, not with '{}'", settings.method);
  }
  if (facts.controls.controls == 0) {
    throw UsageError("no controls to adjust for: none was measured on both sides");
  }
  return facts;
}

}  // namespace

bool HasFigure(const SeriesRecord& series) {
  if (series.fault && series.fault->kind == "clocks-apart") return false;  // measured, but wrong
  return series.summary.count > 0 && series.summary.median > 0;
}

std::vector<double> LogObservations(const SeriesRecord& series) {
  constexpr double kPicosecond = 1e-12;
  std::vector<double> times = series.Times();
  times.erase(times.begin(), times.begin() + std::min<std::ptrdiff_t>(series.warm_up_observations, std::ssize(times)));
  for (double& time : times) time = std::log(std::max(time, kPicosecond));
  return times;
}

Comparison Compare(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  for (const Side* side : {&baseline, &candidate}) {
    if (side->launches.empty()) throw UsageError("{}: has no launches to compare", side->label);
  }
  if (const auto own = LaunchesOfEnvironment(baseline.launches, candidate.launches, settings.allowed_fields)) {
    Comparison comparison = Compare({baseline.label, *own}, candidate, settings);
    comparison.notes.push_back(fmt::format("{} of the baseline's {} launches are of the candidate's environment",
                                           own->size(), baseline.launches.size()));
    return comparison;
  }
  Comparison comparison;
  comparison.baseline = baseline.label;
  comparison.candidate = candidate.label;
  comparison.alpha = settings.alpha;
  comparison.method = settings.method;
  comparison.correction = settings.correction;
  comparison.adjusted_for_controls = settings.adjust_for_controls;
  Comparability comparability = CheckComparable(baseline.launches, candidate.launches, settings.allowed_fields);
  comparison.allowed_differences = std::move(comparability.allowed);
  comparison.context_differences = std::move(comparability.context);

  // Did the machine change? Whatever follows is read in the light of that.
  const bool with_observations = FindCompareMethod(settings.method).needs_observations;
  const Samples after = CollectSamples(candidate, with_observations, {});
  const Samples before = CollectSamples(baseline, with_observations, after);
  const LaunchFacts facts = FactsOf(baseline, candidate, before, after, settings);
  comparison.control_movement = TestControls(facts.controls, settings.alpha, settings.confidence);

  // Decide, over the whole suite at once.
  Suite suite;
  Suite controls;
  const auto wrong = PairUp(before, after, facts, settings, suite, controls, comparison.not_compared);
  JudgeAll(suite, settings, comparison.notes);
  JudgeOtherFigure(suite.floors, settings.confidence, &SeriesComparison::floor, suite.series);
  JudgeOtherFigure(suite.tails, settings.confidence, &SeriesComparison::tail, suite.series);
  CompareSettings of_controls = settings;
  of_controls.adjust_for_controls = false;      // not for themselves
  std::vector<std::string> doubts_of_controls;  // the doubts of the method are the same as those of the suite
  JudgeAll(controls, of_controls, doubts_of_controls);
  comparison.series = std::move(suite.series);
  comparison.controls = std::move(controls.series);
  NoteReach(comparison, comparison.notes);
  comparison.series.insert(comparison.series.end(), wrong.begin(), wrong.end());
  comparison.selection_changes = SelectionChanges(baseline.launches, candidate.launches, comparison.notes);
  AttachSuspects(comparison.selection_changes, comparison.series);
  comparison.counted_differences = CountedDifferences(baseline.launches, candidate.launches);
  FailCounted(comparison.counted_differences, comparison.series);
  SortWorstFirst(comparison.series);
  comparison.verdict = GateVerdict(comparison.series);
  NoteRuns(baseline, candidate, comparison.notes);
  NoteControls(comparison.controls, settings.alpha, comparison.notes);
  NoteDisagreement(comparison.series, comparison.notes);
  NoteOtherFigures(comparison.series, settings.alpha, comparison.notes);
  NoteShapes(comparison.series, settings, comparison.notes);
  return comparison;
}

}  // namespace mpigauge
