#pragma once

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"

namespace mpigauge {

// Decides what the numbers of a comparison mean: a verdict and a reason for each series and control, and the verdict
// over the suite. It serves every caller that asks for no more launches: `mpigauge compare`, a report, and a gate whose
// baseline has too few runs. Any false fail has at most the chance `alpha` of the comparison where the correction is
// Holm's, less the share of it that the caller spends elsewhere (kLossShare). Tails (tails.h) have their part of it,
// kTailShare, and so have missing times (losses.h), where there are any.
Comparison Decide(Comparison measured, double spent_elsewhere = 0);

// Decide without the note on series that the timer cannot resolve: a gate that still settles series does not know them.
Comparison DecideUnsettled(Comparison measured, double spent_elsewhere = 0);

// Compare, then Decide, then JudgeLosses (losses.h) of both sides.
Comparison CompareAndDecide(const Side& baseline, const Side& candidate, const CompareSettings& settings);

}  // namespace mpigauge
