#pragma once

#include <string>
#include <vector>

#include "harness/clock/timer.h"

namespace mpigauge {

class Control;

// The names that --timer knows; the first is the default.
inline const std::vector<std::string> kTimerNames = {std::string(Timer::kMonotonicRaw), std::string(Timer::kTsc),
                                                     "mpi_wtime", "gettimeofday"};

struct ChosenTimer {
  Timer timer;
  std::string identity;  // equal on ranks whose readings are of one clock
};

// The timer of this name, on every rank [KU10]. The counters of one kernel's processors are one clock, so one of
// its ranks finds the scale for all; MPI_Wtime is a clock of its own in each process, because Open MPI's begins
// there with 0. Throws a usage error on all ranks where the timer does not work on one of them. `tsc` is what this
// rank's processor says of its counter. Collective.
ChosenTimer ChooseTimer(const Control& control, const std::string& name, const TscFeatures& tsc = ReadTscFeatures());

// Returns the quality of the timer on the rank where it is worst; on rank 0. Collective.
TimerQuality WorstQuality(const Control& control, const Timer& timer);

}  // namespace mpigauge
