#pragma once

#include "harness/agree/control.h"
#include "harness/clock/global_clock.h"
#include "harness/clock/timer.h"
#include "record/record.h"

namespace mpigauge {

// Every rank must know this about the places of the ranks.
struct Placement {
  bool oversubscribed = false;  // some host has more ranks than processing units for them
};

// Where the ranks are, the same on all of them. Collective.
Placement FindPlacement(const Control& control);

// The environment of the launch; filled in on rank 0. Collective.
Environment CaptureEnvironment(const Control& control, const GlobalClock& clock, const TimerQuality& timer);

// "Open MPI" or "MPICH": the library that was loaded, not the one compiled against.
std::string MpiImplementation();

// The first line of MPI_Get_library_version.
std::string MpiLibraryVersion();

}  // namespace mpigauge
