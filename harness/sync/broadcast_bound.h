#pragma once

#include <cstdint>

#include "harness/agree/control.h"
#include "harness/clock/global_clock.h"

namespace mpigauge {

// An upper bound of the time in nanoseconds that a broadcast of a start takes from rank 0 to the last rank: the longest
// of twenty, on the global clock. The same on all ranks. Collective. Source: MPIPerf 4, step 2 [KU3].
std::int64_t BroadcastBound(const Control& control, const GlobalClock& clock);

}  // namespace mpigauge
