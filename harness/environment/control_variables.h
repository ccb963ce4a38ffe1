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
// were unloaded. What the child crashes on is left out.
std::map<std::string, std::string> ReadControlVariables(const std::function<bool(std::string_view)>& wanted);

}  // namespace mpigauge
