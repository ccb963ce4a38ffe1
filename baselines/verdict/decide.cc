#include "baselines/verdict/decide.h"

#include <algorithm>
#include <utility>

#include "baselines/compare/counted.h"
#include "baselines/compare/other_figures.h"
#include "baselines/compare/run_notes.h"
#include "baselines/verdict/conclusion.h"
#include "baselines/verdict/losses.h"
#include "baselines/verdict/means.h"
#include "baselines/verdict/series_opinions.h"
#include "baselines/verdict/tails.h"
#include "baselines/verdict/verdict_notes.h"

namespace mpigauge {

Comparison Decide(Comparison measured, double spent_elsewhere) {
  Comparison comparison = DecideUnsettled(std::move(measured), spent_elsewhere);
  AddNotes({ResolutionNotes(comparison.series)}, comparison.notes);
  return comparison;
}

Comparison DecideUnsettled(Comparison measured, double spent_elsewhere) {
  Comparison comparison = std::move(measured);
  const double of_missing = TestsMissingTimes(comparison) ? kLossShare : 0;
  const double alpha = comparison.alpha * (1 - kTailShare - std::max(spent_elsewhere, of_missing));
  JudgeMissingTimes(comparison);
  const std::vector<std::string> missing = MissingTimesNotes(comparison.series);  // before they are sorted by verdict
  const CountedBySeries counted = BySeries(comparison.counted_differences);
  const std::string doubt = TailDoubt(comparison.controls, comparison.alpha);
  const std::string doubt_of_means = MeanDoubt(comparison.controls, comparison.alpha);
  for (SeriesComparison& one : comparison.series) {
    one.opinions = OpinionsOf(one, OpinionOfMedians(one, alpha, comparison.confidence), counted,
                              OpinionOfTail(one, kTailShare * comparison.alpha, doubt),
                              OpinionOfMean(one, kTailShare * comparison.alpha, doubt_of_means));
  }
  for (SeriesComparison& one : comparison.controls) {
    one.opinions = {OpinionOfMedians(one, alpha, comparison.confidence)};
  }
  Conclude(comparison);
  AddNotes({missing, TailNotes(comparison.series), DisagreementNotes(comparison.series),
            NotCheckedWholeNotes(comparison.series), OtherFigureNotes(comparison.series, alpha)},
           comparison.notes);
  return comparison;
}

Comparison CompareAndDecide(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  Comparison comparison = Compare(baseline, candidate, settings);
  AddNotes({LostNotes(baseline, "baseline"), LostNotes(candidate, "candidate")}, comparison.notes);
  const Losses of_baseline = LossesOf(baseline, "baseline");
  const Losses of_candidate = LossesOf(candidate, "candidate");
  comparison = Decide(std::move(comparison), of_baseline.lost + of_candidate.lost > 0 ? kLossShare : 0);
  JudgeLosses(of_baseline, of_candidate, {}, comparison);
  return comparison;
}

}  // namespace mpigauge
