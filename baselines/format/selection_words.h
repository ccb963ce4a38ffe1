#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// What the library selected otherwise, a line each: those about series first, with how many of them fail. Of what is
// about no series in particular kMostChanges are shown, and the rest is counted, as a new version has many new
// variables.
//   "suspect of 3 failed series: allreduce: coll_tuned_allreduce_algorithm 0 (ignore) -> 1 (basic_linear)"
std::vector<std::string> SelectionTexts(const Comparison& comparison);

inline constexpr std::size_t kMostChanges = 10;

// Counted figures that differ, those of memory that vary between launches only where the sides have none in common.
std::vector<std::string> CountedTexts(const Comparison& comparison);

}  // namespace mpigauge
