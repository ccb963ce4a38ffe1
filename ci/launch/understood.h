#pragma once

#include "ci/launch/plan.h"

namespace mpigauge {

// Asks the benchmark program whether it understands the arguments of this plan, without a launcher and without MPI.
// Throws Error (usage) with what it says where it does not: an unknown suite is known before anything is launched and
// stored. Where the program cannot be asked here (on a host without its library, say), the launches will tell.
void RequireUnderstood(const LaunchPlan& plan);

}  // namespace mpigauge
