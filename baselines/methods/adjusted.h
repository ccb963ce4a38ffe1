#pragma once

#include <string>
#include <vector>

#include "baselines/compare/method.h"

namespace mpigauge {

// The rank sum of what the controls do not explain, and its shift at equal controls: RankSumWithCovariate. Launches
// without controls are left out.
std::vector<Judgement> ByRankSumAdjusted(const std::vector<PairedLaunches>& suite, double confidence,
                                         std::vector<std::string>& notes);

}  // namespace mpigauge
