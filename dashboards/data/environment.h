#pragma once

#include <vector>

#include "harness/base/json.h"
#include "harness/record/record.h"

namespace mpigauge {

// {"baseline": {field: text}, "candidate": {field: text}}: all that is recorded of the environment of each side's
// newest launch, what must be equal and what is only recorded. Null where a side has no launch.
Json EnvironmentJson(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate);

}  // namespace mpigauge
