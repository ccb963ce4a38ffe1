#include "baselines/verdict/decide.h"

#include <fmt/format.h>

#include <algorithm>

#include "baselines/compare/other_figures.h"
#include "baselines/compare/run_notes.h"
#include "baselines/verdict/series_verdict.h"
#include "baselines/verdict/tails.h"
#include "baselines/verdict/verdict_notes.h"
#include "stats/proportions.h"

namespace mpigauge {

void Decide(Comparison& comparison, double spent_elsewhere) {
  DecideUnsettled(comparison, spent_elsewhere);
  NoteResolution(comparison.series, comparison.notes);
}

void DecideUnsettled(Comparison& comparison, double spent_elsewhere) {
  const double alpha = comparison.alpha * (1 - kTailShare - spent_elsewhere);
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
  Decide(comparison);
  return comparison;
}

namespace {

constexpr std::size_t kMostProblems = 5;  // told one by one

void Tell(const std::vector<std::string>& problems, std::vector<std::string>& notes) {
  for (std::size_t i = 0; i < std::min(kMostProblems, problems.size()); ++i) notes.push_back(problems[i]);
  if (problems.size() > kMostProblems) {
    notes.push_back(fmt::format("{} more launches did not end well", problems.size() - kMostProblems));
  }
}

}  // namespace

void JudgeLosses(const Losses& baseline, const Losses& candidate, const std::vector<std::string>& problems,
                 Comparison& comparison) {
  Tell(problems, comparison.notes);
  if (baseline.lost + candidate.lost == 0) return;
  const double p = FisherExactGreater(baseline.lost, baseline.launches, candidate.lost, candidate.launches);
  const std::string counts = fmt::format(
      "{} of {} launches of the candidate crashed, hung or never began to measure, and {} of {} of the baseline "
      "(Fisher's exact test, p {:.2g})",
      candidate.lost, candidate.launches, baseline.lost, baseline.launches, p);
  comparison.notes.insert(comparison.notes.begin(), counts);
  if (candidate.lost == 0) return;
  const bool none_works = candidate.lost == candidate.launches && baseline.lost < baseline.launches;
  const bool more = p <= kLossShare * comparison.alpha;
  comparison.losses = {counts, none_works || more ? Verdict::kFail : Verdict::kInconclusive};
  comparison.verdict = GateVerdict(comparison);
}

}  // namespace mpigauge
