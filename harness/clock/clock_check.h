#pragma once

#include <cstdint>

#include "harness/agree/control.h"
#include "harness/clock/clock_groups.h"
#include "harness/clock/global_clock.h"

namespace mpigauge {

// How far apart the global clocks are found to be, where they should be one.
struct ClockCheck {
  std::int64_t apart_ns = 0;   // the largest offset from rank 0's
  std::int64_t surely_ns = 0;  // what is left of the largest when its error by causality is taken off
  int rank = 0;                // where that is
};

// Measures the corrected clocks of some ranks against rank 0's again: the last one, the largest power of two (those
// are furthest down a tree) and two more, others in each `turn`. Ranks of rank 0's clock are right by definition.
// Source: mpits' check_clock_accuracy. The result is rank 0's. Collective.
ClockCheck CheckClocks(const Control& control, const ClockGroups& groups, const GlobalClock& clock, int turn);

}  // namespace mpigauge
