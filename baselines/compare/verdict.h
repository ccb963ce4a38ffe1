#pragma once

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Decides `verdict`, `reason` and `improved` of a series whose numbers are filled in:
//   fail: the slowdown is significant after correction over the suite and the best estimate exceeds the
//     tolerance, or the lower confidence limit does;
//   pass: the upper confidence limit is below the tolerance;
//   inconclusive otherwise.
// `p_faster_adjusted` is the adjusted p of the opposite side; `confidence` is the level that limits must have.
void Decide(SeriesComparison& series, double alpha, double confidence, double p_faster_adjusted);

// The verdict over the suite: fail if any series or family fails, else inconclusive if any is, else pass. Nothing
// compared is inconclusive.
Verdict GateVerdict(const std::vector<SeriesComparison>& series, const std::vector<FamilyComparison>& families = {});

// Keeps what a change costs applications; where a limit was given, the verdict is the worse of both.
void TakeImpact(ImpactSection impact, Comparison& comparison);

// Whether the impact on applications made the verdict worse than that of the series.
bool DecidedByImpact(const Comparison& comparison);

// What got slower first: fails, then inconclusive ones, then passes, each from the slowest on.
void SortWorstFirst(std::vector<SeriesComparison>& all);
void SortWorstFirst(std::vector<FamilyComparison>& all);

}  // namespace mpigauge
