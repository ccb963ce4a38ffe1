#pragma once

#include <string_view>

#include "harness/base/json.h"
#include "simulator/impact/impact.h"

namespace mpigauge {

// Keys are the names of the members; a ratio that is infinite is null.
Json ToJson(const ApplicationImpact& impact);
Json ToJson(const Sensitivity& sensitivity);

// {"applications": [...], "fail_impact": 0.02 or null, "verdict": "pass" or null, "sensitivity": [...] or null}
Json ToJson(const ImpactSection& section);

// Throws Error (usage) naming `what`.
ImpactSection ImpactSectionFromJson(const Json& json, std::string_view what);

}  // namespace mpigauge
