#pragma once

#include <string>

#include "baselines/guidelines/guidelines.h"
#include "harness/base/json.h"

namespace mpigauge {

// Broken guidelines as a table and a line that sums up; with `all`, those that hold too.
std::string GuidelinesText(const GuidelineReport& report, bool colors, bool all);

Json ToJson(const GuidelineReport& report);

}  // namespace mpigauge
