#pragma once

#include <vector>

#include "simulator/replay/replay.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// One piece of what made the program take as long as it took.
struct PathPiece {
  enum class Kind {
    kCompute,
    kOverhead,
    kMessage,     // of `rank` to another one (or back: the answer that a rendezvous waits for)
    kInterface,   // a send waits until the one before it is out
    kCollective,  // with a measured time, of `rank`, which entered at its beginning, and perhaps others
  };
  Kind kind;
  int rank;
  double begin;  // seconds
  double end;
};

// The path leads from the beginning of the program to the end of the rank that ends last, without gaps: whatever is not
// on it could be a little faster without any use. Where several things ended at the same time, one of them is followed.
std::vector<PathPiece> CriticalPath(const Timeline& timeline);

// How much longer the program takes for each unit that a parameter of the model grows by: the number of times that it
// is on the critical path, for those per byte times bytes. Where ranks share hosts, both models grow.
struct Gradient {
  double parallel_seconds = 0;  // the time itself
  double link_seconds = 0;      // the constant part of a link, and of each further hop
  double link_seconds_per_byte = 0;
  double send_overhead_seconds = 0;
  double receive_overhead_seconds = 0;
  double gap_seconds = 0;
  double gap_seconds_per_byte = 0;
  double compute_factor = 0;  // seconds
};

// Replays eight scenarios at once, of which seven have one parameter a little larger. The result is right if the
// parallel time is linear over that little, 1 ns in 10^5, which it is but for ties. Throws as ReplayOrderFree() does.
Gradient GradientOf(const Program& program, const Topology& topology, const Scenario& scenario,
                    const ReplayOptions& options = {});

}  // namespace mpigauge
