#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// Numbers that SciPy computed (make_oracle.py): {"summary": [...], "rank_sum": [...], ...}.
const Json& Oracle();

// Samples too big to be stored: the same formulas as in make_oracle.py's `generated`, on uniform numbers by
// SplitMix64. "skewed", "ties", "correlated" (autoregression of 0.6) or "warming" (starts at four times its level).
std::vector<double> Generated(std::string_view kind, std::size_t n);

}  // namespace mpigauge
