#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Launches that crashed or hung: they have no part in the comparison, and must not vanish.
struct Losses {
  int lost = 0;
  int launches = 0;  // all that began
};

// Says in a note how many launches each side lost and what became of them (`problems`, a text per launch), and holds it
// against the candidate: where it loses launches, a pass becomes inconclusive; where it loses more of them than the
// baseline by Fisher's exact test at kLossAlpha, the comparison fails. Equal libraries fail for it with at most that
// chance, beside the comparison's own.
constexpr double kLossAlpha = 0.005;
void JudgeLosses(const Losses& baseline, const Losses& candidate, const std::vector<std::string>& problems,
                 Comparison& comparison);

}  // namespace mpigauge
