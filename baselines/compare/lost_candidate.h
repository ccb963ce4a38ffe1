#pragma once

#include "baselines/compare/compare.h"

namespace mpigauge {

// With what both sides are called and how they are compared, and nothing else.
Comparison EmptyComparison(const Side& baseline, const Side& candidate, const CompareSettings& settings);

// No launch of the candidate came to its end: its series are the operations that the launches died in, which do not
// work, and those whose data were wrong.
Comparison CompareWithLost(const Side& baseline, const Side& candidate, const CompareSettings& settings);

}  // namespace mpigauge
