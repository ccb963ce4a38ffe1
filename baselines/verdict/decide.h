#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"

namespace mpigauge {

// Decides what the numbers of a comparison mean: a verdict and a reason for each series and control, and the verdict
// over the suite. It serves every caller that asks for no more launches: `mpigauge compare`, a report, and a gate whose
// baseline has too few runs. Any false fail has at most the chance `alpha` of the comparison where the correction is
// Holm's, less the share of it that the caller spends elsewhere (kLossShare). Tails (tails.h) have their part of it,
// kTailShare.
void Decide(Comparison& comparison, double spent_elsewhere = 0);

// Decide without the note on series that the timer cannot resolve: a gate that still settles series does not know them.
void DecideUnsettled(Comparison& comparison, double spent_elsewhere = 0);

// Compare, then Decide.
Comparison CompareAndDecide(const Side& baseline, const Side& candidate, const CompareSettings& settings);

// The number of launches that crashed, hung or never began to measure. They have no part in the comparison, and must
// not be forgotten.
struct Losses {
  int lost = 0;
  int launches = 0;  // all that began
};

// Says in a note how many launches each side lost and what became of them (`problems`, a text per launch), and holds it
// against the candidate: where it loses launches, a pass becomes inconclusive; where it loses more of them than the
// baseline by Fisher's exact test at kLossShare of the comparison's alpha, or loses all where the baseline does not,
// the comparison fails. A gate leaves the rest of alpha to the times (SuiteSettings::spent_elsewhere), so that any
// false fail has at most the chance alpha.
constexpr double kLossShare = 0.1;
void JudgeLosses(const Losses& baseline, const Losses& candidate, const std::vector<std::string>& problems,
                 Comparison& comparison);

}  // namespace mpigauge
