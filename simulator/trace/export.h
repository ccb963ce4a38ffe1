#pragma once

#include <string>
#include <vector>

#include "simulator/program/program.h"

namespace mpigauge {

// Programs in the words of other simulators. Collectives must be expanded (ExpandedProgram). Tags are numbered afresh:
// the messages of two ranks with the same tag and communicator are told apart (modulo 65536), and so are communicators.
// Both throw Error (usage) on wildcards, and where there are too many tags.

// SimGrid's time-independent traces (3.32, for smpirun -replay), a text for each rank. Computations are flops, one per
// nanosecond: the hosts' speed must be 1 Gf.
std::vector<std::string> SmpiTraces(const Program& program);

// GOAL, the language of LogGOPSim (Hoefler et al. 2010). Computations are in nanoseconds.
std::string GoalText(const Program& program);

}  // namespace mpigauge
