#pragma once

#include <cstddef>
#include <vector>

#include "harness/agree/control.h"
#include "harness/state/visit.h"

namespace mpigauge {

// The series whose medians so far are anomalously high relative to the neighbouring sizes; decided by rank 0, the
// same on all ranks. Source: mpptest 3.3 [MP5]. Collective.
std::vector<std::size_t> Outstanding(const Control& control, const std::vector<Series>& series);

}  // namespace mpigauge
