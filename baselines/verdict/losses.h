#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Launches that crashed, hung or never began to measure: they have no part in the comparison, and must not vanish.
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
