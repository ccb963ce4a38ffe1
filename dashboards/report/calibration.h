#pragma once

#include <string>

#include "harness/base/json.h"

namespace mpigauge {

// How often gates err on this machine, as `mpigauge calibrate` measured and the store kept it: what was promised, what
// came out, and the power by size of the slowdown, for the gate and for the rules of others. Empty for null. Throws
// Error (usage) naming `what` where it is no calibration.
std::string CalibrationHtml(const Json& calibration, const std::string& made_at, const std::string& what);

}  // namespace mpigauge
