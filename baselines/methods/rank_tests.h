#pragma once

#include <string>
#include <vector>

#include "baselines/compare/method.h"

namespace mpigauge {

// The rank sum of what the controls do not explain, and its shift at equal controls: RankSumWithCovariate. Launches
// without controls are left out.
std::vector<Judgement> ByRankSumAdjusted(const std::vector<PairedLaunches>& suite, double confidence,
                                         std::vector<std::string>& notes);

// Candidate minus baseline in each block that has both, by block. A second launch of a side in a block is left out.
std::vector<double> DifferencesWithinBlocks(const PairedLaunches& series);

// The smallest ratio that the signed-rank test finds over these blocks, see DetectableBySignedRank.
double DetectableWithinBlocks(const PairedLaunches& series, double level);

// The fewest blocks, n, that allow a p value of at most `level`: 2^-n <= level.
std::size_t BlocksForSignedRank(double level);

// See CompareMethods(): "signed-rank".
std::vector<Judgement> BySignedRank(const std::vector<PairedLaunches>& suite, double confidence,
                                    std::vector<std::string>& notes);

}  // namespace mpigauge
