#pragma once

#include <string>

#include "ci/launch/plan.h"

namespace mpigauge {

// A short launch of this benchmark program on the library: two ranks, one series. Throws Error (not measured) with the
// program's words where it does not run, or where a rank loaded another libmpi than the library expects.
void TryOut(const Library& library, const std::string& bench);

}  // namespace mpigauge
