#pragma once

#include "baselines/compare/compare.h"

namespace mpigauge {

// Resident memory of a rank may grow by this share, and at least by two huge pages of 2 MiB: allocators and the kernel
// keep a little more or less of what equal libraries ask for, from launch to launch.
constexpr double kMemoryTolerance = 0.1;
constexpr double kLeastMemoryTolerance = 4 << 20;

// Compares the most memory that a rank had resident (record/process_figures.h) in the launches that measured the same
// series as the candidate's first one: buffers count, and so does what the library leaks call by call. The test is the
// exact rank sum, of the candidate's launches less the tolerance. Unknown where a side has no such launch.
MemoryFigure CompareMemory(const Side& baseline, const Side& candidate);

}  // namespace mpigauge
