#include "baselines/verdict/decide.h"

#include <algorithm>

#include "baselines/compare/other_figures.h"
#include "baselines/compare/run_notes.h"
#include "baselines/verdict/losses.h"
#include "baselines/verdict/series_verdict.h"
#include "baselines/verdict/tails.h"
#include "baselines/verdict/verdict_notes.h"

namespace mpigauge {

void Decide(Comparison& comparison, double spent_elsewhere) {
  DecideUnsettled(comparison, spent_elsewhere);
  NoteResolution(comparison.series, comparison.notes);
}

void DecideUnsettled(Comparison& comparison, double spent_elsewhere) {
  const double of_missing = TestsMissingTimes(comparison) ? kLossShare : 0;
  const double alpha = comparison.alpha * (1 - kTailShare - std::max(spent_elsewhere, of_missing));
  JudgeMissingTimes(comparison);
  for (SeriesComparison& one : comparison.series) Decide(one, alpha, comparison.confidence);
  for (SeriesComparison& one : comparison.controls) Decide(one, alpha, comparison.confidence);
  FailCounted(comparison.counted_differences, comparison.series);
  DoubtFaulty(comparison.series);
  JudgeTails(comparison);
  SortWorstFirst(comparison.series);
  comparison.verdict = GateVerdict(comparison);
  NoteTails(comparison.series, comparison.notes);
  NoteDisagreement(comparison.series, comparison.notes);
  NoteOtherFigures(comparison.series, alpha, comparison.notes);
}

Comparison CompareAndDecide(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  Comparison comparison = Compare(baseline, candidate, settings);
  NoteLost(baseline, "baseline", comparison.notes);
  NoteLost(candidate, "candidate", comparison.notes);
  const Losses of_baseline = LossesOf(baseline, "baseline");
  const Losses of_candidate = LossesOf(candidate, "candidate");
  Decide(comparison, of_baseline.lost + of_candidate.lost > 0 ? kLossShare : 0);
  JudgeLosses(of_baseline, of_candidate, {}, comparison);
  return comparison;
}

}  // namespace mpigauge
