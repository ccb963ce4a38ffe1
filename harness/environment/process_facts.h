#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// The identity of the program that this process runs, by its contents: the build id that the linker computed from them
// (GNU NT_GNU_BUILD_ID), as hexadecimal digits. Two programs built apart differ in the layout of their code, and the
// cost of that is not the library's. Empty where the program was linked without one.
std::string ProgramId();

// Returns those "NAME=value" strings that tune an MPI library (OMPI_MCA_*, MPIR_CVAR_*, UCX_*, FI_*, ...), sorted, as
// "NAME=value; NAME=value". Variables that the launcher itself sets for every job (ports, session folders, binding) are
// left out: they differ from launch to launch and tune nothing. A variable that may be a secret (HoldsSecret) stands
// there by its name alone.
std::string TuningParameters(const std::vector<std::string>& environment);

// The environment of this process as "NAME=value" strings.
std::vector<std::string> ProcessEnvironment();

// Returns the libraries in a value of LD_PRELOAD that this process does not have. The dynamic linker says so on
// standard error alone, and starts the program without them. Paths with parts that it expands itself ($LIB) are not
// looked for.
std::vector<std::string> NotPreloaded(std::string_view preload);

}  // namespace mpigauge
