#pragma once

#include <vector>

#include "harness/record/record.h"
#include "simulator/replay/collective_costs.h"

namespace mpigauge {

// Whether the series says how long a collective takes.
bool IsCurvePoint(const SeriesRecord& series);

// The medians over launches of the launches' medians, of every size and number of ranks.
CollectiveCosts CurvesOf(const std::vector<LaunchRecord>& launches);

}  // namespace mpigauge
