#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/method.h"

namespace mpigauge {

// The fewest launches a side, n, that allow a rank sum a p value of at most `level`: 1 / C(2 n, n) <= level.
std::size_t LaunchesForRankSum(double level);

// Says where so few launches can fail nothing, because no p of theirs survives the correction over the suite, and how
// many could.
void NoteReach(const Comparison& comparison, const CompareMethod& method, std::vector<std::string>& notes);

}  // namespace mpigauge
