#pragma once

#include <string>

#include "harness/record/record.h"

namespace mpigauge {

// In what of all that the store keeps two records of a launch differ: "settings, series barrier/ranks:2"; empty:
// nothing. What is computed from the passes is not looked at, since another version may compute it otherwise.
std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other);

}  // namespace mpigauge
