#pragma once

// Starts programs with the library, and reads what it wrote.

#include <string>
#include <vector>

#include "simulator/trace/event.h"

namespace mpigauge {

struct TracedRun {
  int exit_code = 0;
  std::string output;  // of all ranks, errors too
  std::vector<RankTrace> ranks;
};

// `command` on so many ranks, started by the MPI that this was built with, from the workspace's folder; `variables` as
// "NAME=value NAME=value". Files that are cut off are read up to there.
TracedRun RunTraced(int ranks, const std::string& command, const std::string& variables = "");

// The scene of testing/calls.cc.
TracedRun RunScene(int ranks, const std::string& scene, const std::string& variables = "");

// The events without Init and Finalize, and without times.
std::vector<TraceEvent> Calls(const RankTrace& trace);

void PrintTo(const TraceEvent& event, std::ostream* out);

}  // namespace mpigauge
