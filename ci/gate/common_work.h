#pragma once

#include <string>
#include <vector>

#include "ci/gate/gate.h"

namespace mpigauge {

// The field of an environment that names the MPI.
inline constexpr const char* kImplementation = "mpi_implementation";

// Throws Error (not comparable) before anything costs time, if launches would measure another implementation than the
// baseline's. The launchers of all others but Open MPI look alike: the first launch tells those apart.
void RequireSameImplementation(const std::string& baseline, const Side& stored, const Library& library,
                               const GateOptions& options);

// The part of the candidate's work that the baseline has, too, and a note about the other part.
struct CommonWork {
  LaunchPlan plan;
  std::vector<std::string> notes;
};

// Asks for the names of the series only if the baseline was measured with other arguments. Throws Error (not
// comparable) where the baseline has none of them.
CommonWork FindCommonWork(Store& store, const std::string& baseline, const Side& stored, const LaunchPlan& candidate,
                          const GateOptions& options);

}  // namespace mpigauge
