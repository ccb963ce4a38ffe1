#pragma once

#include <string>

#include "record/record.h"

namespace mpigauge {

// Names the parts in which two records of a launch differ, of all that the store keeps: "settings, series
// barrier/ranks:2"; empty: nothing. What is computed from the passes is not looked at, since another version may
// compute it otherwise.
std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other);

}  // namespace mpigauge
