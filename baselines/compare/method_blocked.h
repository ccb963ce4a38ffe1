#pragma once

#include <string>
#include <vector>

#include "baselines/compare/method.h"

namespace mpigauge {

// Candidate minus baseline in each block that has both, by block. A second launch of a side in a block is left out.
std::vector<double> DifferencesWithinBlocks(const PairedLaunches& series);

// See CompareMethods(): "signed-rank".
std::vector<Judgement> BySignedRank(const std::vector<PairedLaunches>& suite, double confidence,
                                    std::vector<std::string>& notes);

}  // namespace mpigauge
