#pragma once

#include <cstddef>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// Which launches of two sides followed each other: side by side, a block is one launch of each in random order, with
// the number of the block as launch index.
struct Blocks {
  std::vector<std::size_t> baseline;  // the block of each launch
  std::vector<std::size_t> candidate;
};

// By run (the first run of one side belongs to the first of the other, and so on) and launch index. Throws UsageError,
// which names two launches, where by their start times blocks did not follow each other: the sides were not measured
// side by side.
Blocks FindBlocks(const Side& baseline, const Side& candidate);

}  // namespace mpigauge
