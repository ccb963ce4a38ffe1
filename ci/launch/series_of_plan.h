#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/launch/plan.h"
#include "ci/process/process.h"

namespace mpigauge {

// The names of the series that a launch of this plan measures, as its benchmark program lists them. Throws Error (not
// measured) where it does not, or not before `deadline`.
std::vector<std::string> SeriesOfPlan(const LaunchPlan& plan, const Deadline& deadline = std::nullopt);

}  // namespace mpigauge
