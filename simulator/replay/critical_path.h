#pragma once

#include <vector>

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

// From the beginning of the program to the end of the rank that ends last, without gaps: whatever is not on it could be
// a little faster without any use. Where several things ended at the same time, one of them is followed.
std::vector<PathPiece> CriticalPath(const Timeline& timeline);

}  // namespace mpigauge
