#pragma once

#include <string>

#include "ci/calibrate/real_gates.h"
#include "harness/base/json.h"

namespace mpigauge {

// A table of the gate and of what others would say of the same launches, with what was promised beside what came out.
std::string RealGatesText(const RealGates& gates, const RealGatesSettings& settings, bool colors);

Json ToJson(const RealGates& gates, const RealGatesSettings& settings);

}  // namespace mpigauge
