#pragma once

#include <cstddef>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/method.h"
#include "stats/stratified_rank_sum.h"

namespace mpigauge {

// Launches of both sides in groups whose launches are compared with each other.
struct Blocks {
  std::vector<std::size_t> baseline;  // the block of each launch
  std::vector<std::size_t> candidate;
};

// Gates use this test for launches side by side: where launches took turns, the rank sum within circles with the ratio
// and interval that belong to it; RankSum() where none did. The launches must have been aligned (TurnAlignment).
const CompareMethod& WithinCircles();

// The circle of each launch as the number of a block. 0 is of those that took no turns.
Blocks BlocksOfCircles(const Side& baseline, const Side& candidate);

// The values of two sides by block; without blocks all are one.
std::vector<Stratum> StrataOfBlocks(const std::vector<double>& baseline, const std::vector<std::size_t>& of_baseline,
                                    const std::vector<double>& candidate, const std::vector<std::size_t>& of_candidate);

}  // namespace mpigauge
