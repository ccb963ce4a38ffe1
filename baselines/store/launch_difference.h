#pragma once

#include <string>

#include "record/record.h"

namespace mpigauge {

// Names the parts in which two records of a launch differ, of all that the store keeps: "settings, series
// barrier/ranks:2"; empty: nothing. Figures that are computed from the passes are not looked at, since another
// version may compute them otherwise.
std::string DifferenceOf(const LaunchRecord& one, const LaunchRecord& other);

}  // namespace mpigauge
