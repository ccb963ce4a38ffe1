#pragma once

#include <string>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// The names of the series that a launch of this plan measures, as its benchmark program lists them. Throws Error (not
// measured) where it does not.
std::vector<std::string> SeriesOfPlan(const LaunchPlan& plan);

}  // namespace mpigauge
