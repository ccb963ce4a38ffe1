#pragma once

#include <string>

#include "simulator/trace/event.h"

namespace mpigauge {

// How MPI calls it: "MPI_Isend", "MPI_Ssend", "MPI_Iallreduce"; of other calls the name that was recorded.
std::string CallName(const TraceEvent& event);

// MPI_Test and its like, MPI_Iprobe and MPI_Improbe: calls that return whether they found something or not.
bool IsPoll(TraceCall call);

}  // namespace mpigauge
