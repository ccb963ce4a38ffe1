#pragma once

#include <string_view>
#include <vector>

#include "baselines/compare/method.h"

namespace mpigauge {

// Other ways to compare, for `mpigauge compare --method` and for whoever wants to know what they would have said. Gates
// cannot reach them: their error rates are stated for the rank sum.

// "rank-sum" (the default), "signed-rank", "welch", "moderated-t", "bootstrap".
const std::vector<CompareMethod>& CompareMethods();

// Throws UsageError naming the known ones.
const CompareMethod& FindCompareMethod(std::string_view name);

// The rank sum of launches from which what went along with the controls is taken off.
const CompareMethod& AdjustedForControls();

// "holm" or "bh". Throws UsageError for another name.
const SuiteCorrection& FindCorrection(std::string_view name);

}  // namespace mpigauge
