#pragma once

#include <string>
#include <vector>

namespace mpigauge {

// Of "NAME=value" strings those that tune an MPI library (OMPI_MCA_*, MPIR_CVAR_*, UCX_*, FI_*, ...), sorted, as
// "NAME=value; NAME=value". What the launcher itself sets for every job (ports, session folders, binding) is left
// out: it differs from launch to launch and tunes nothing.
std::string TuningParameters(const std::vector<std::string>& environment);

// The environment of this process as "NAME=value" strings.
std::vector<std::string> ProcessEnvironment();

}  // namespace mpigauge
