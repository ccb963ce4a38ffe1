#pragma once

#include "baselines/compare/compare.h"

namespace mpigauge {

// Says what the numbers of a comparison mean: a verdict and a reason for each series and control, and the verdict over
// the suite. For whatever asks for no more launches: `mpigauge compare`, a report, and a gate whose baseline has too
// few runs. Any false fail has at most the chance `alpha` of the comparison where the correction is Holm's, less the
// share of it that the caller spends elsewhere (kLossShare). Tails (tails.h) have their part of it, kTailShare.
void Decide(Comparison& comparison, double spent_elsewhere = 0);

// The same, but for the note on what the timer cannot resolve: of what a gate has yet to settle, nobody knows that yet.
void DecideUnsettled(Comparison& comparison, double spent_elsewhere = 0);

// Compare, then Decide.
Comparison CompareAndDecide(const Side& baseline, const Side& candidate, const CompareSettings& settings);

}  // namespace mpigauge
