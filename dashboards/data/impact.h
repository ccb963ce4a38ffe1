#pragma once

#include "harness/base/json.h"
#include "simulator/impact/impact.h"

namespace mpigauge {

// For the findings of a page: {"kind", "text"} of the three applications that lose most, worst first: "solver: +1.3%
// [0.9, 1.7], of which allreduce 64 KiB 1.1.". The kind is "fail" where the application failed, else "impact".
Json ImpactFindings(const ImpactSection& impact);

}  // namespace mpigauge
