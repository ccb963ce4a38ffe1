#pragma once

#include <string>

#include "baselines/compare/comparison.h"
#include "harness/record/record.h"

namespace mpigauge {

// A series that has no times to compare, and why: its ratios, medians and p values are NaN.
SeriesComparison WithoutTimes(const SeriesRecord& series, Broken broken, const std::string& why);

}  // namespace mpigauge
