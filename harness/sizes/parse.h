#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "harness/sizes/planner.h"

namespace mpigauge {

// The planner that a text asks for; the one place where a planner's name becomes a type:
//
//   8,64,512 or list:8,64,512       these sizes
//   powers:FIRST:LAST[:FACTOR]      by a factor of 2, or another one
//   bisection:FIRST:LAST[:KEY=...]  steps and bends found by halving [MP3]
//   skampi:FIRST:LAST[:KEY=...]     what interpolation would get most wrong first [SK11]
//
// KEY is threshold (5%), separation (`separation` unless said), max (100 sizes; skampi 40), settle (3 visits before
// a time is believed) or factor (of the start; bisection 4, skampi 2). Sizes have units: 64, 4K, 1MiB.
// Throws Error (usage) with `what` and the word that is wrong.
std::unique_ptr<SizePlanner> ParsePlanner(std::string_view text, std::string_view what, std::int64_t separation = 8);

}  // namespace mpigauge
