#pragma once

#include "simulator/replay/replay.h"

namespace mpigauge {

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

// By one replay of eight scenarios, of which seven have one parameter a little larger. Right where the parallel time is
// linear over that little, 1 ns in 10^5, which it is but for ties. Throws as ReplayOrderFree() does.
Gradient GradientOf(const Program& program, const Topology& topology, const Scenario& scenario,
                    const ReplayOptions& options = {});

}  // namespace mpigauge
