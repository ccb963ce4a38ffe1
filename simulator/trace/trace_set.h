#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simulator/trace/event.h"

namespace mpigauge {

// How MPI calls it: "MPI_Isend", "MPI_Ssend", "MPI_Iallreduce"; of other calls the name that was recorded.
std::string CallName(const TraceEvent& event);

// MPI_Test and its like, MPI_Iprobe and MPI_Improbe: calls that return whether they found something or not.
bool IsPoll(TraceCall call);

// The traces of all ranks of one run.
struct TraceSet {
  std::string path;
  std::vector<RankTrace> ranks;  // that of rank r at r
};

// One call, for messages.
struct CallPlace {
  const TraceSet& traces;
  int rank;
  std::size_t event;

  // "traces/solver: rank 3, call 17 (MPI_Recv)". Calls are counted from 1.
  std::string Text() const;
};

}  // namespace mpigauge
