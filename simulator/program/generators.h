#pragma once

#include <cstdint>
#include <memory>

#include "simulator/program/collective.h"
#include "simulator/program/program.h"

namespace mpigauge {

// Iterations of computation and an exchange with the four neighbours on a wrapped grid: irecv from each, isend to each,
// waitall. A rank's computation takes calc_ns and up to calc_ns * jitter more, by a hash of rank and iteration.
struct Stencil {
  int width = 1;
  int height = 1;
  int iterations = 1;
  std::int64_t bytes = 0;
  std::int64_t calc_ns = 0;
  double jitter = 0;
};
std::unique_ptr<Program> StencilProgram(const Stencil& stencil);

// Iterations of computation and one collective over the world. To be expanded.
struct CollectiveLoop {
  Collective collective;
  int iterations = 1;
  std::int64_t calc_ns = 0;
};
std::unique_ptr<Program> CollectiveProgram(const CollectiveLoop& loop);

}  // namespace mpigauge
