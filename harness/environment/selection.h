#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace mpigauge {

// The MPI library's control variables that are `wanted`, as the tools information interface (MPI_T) gives them: values
// by name, as text; of an enumeration with the item's name, "1 (basic_linear)". Where the environment has a variable
// of this name with another text, that stands behind the value: "3 (recursive_doubling)"; MPICH has no names for its
// algorithms otherwise. Variables that are bound to an object, or cannot be read, are missing.
//
// Read in a child of this process: Open MPI loads all of its components for it, and crashes on variables of some that
// were unloaded. Variables that the child crashes on are left out.
std::map<std::string, std::string> ReadControlVariables(const std::function<bool(std::string_view)>& wanted);

// Returns what the MPI library selected, as far as it tells: text by name.
//   NAME                its control variables that decide components, algorithms and thresholds (selection.h)
//   NAME.contents       of a variable that names a file of rules: "213 bytes, CRC-32 1a2b3c4d"
//   components.NAME     what is loaded of a framework or transport, "self tcp vader" (selection_filter.h)
//   available.NAME      which components the library has of a framework, where they are built in and nobody can see
//   which
//                       of them are in use
//   device              MPICH's, "ch4:ucx"
// Takes 0.2 s with Open MPI 4, which loads all of its components for it (not in this process): for the end of a launch.
std::map<std::string, std::string> CaptureSelection();

}  // namespace mpigauge
