#pragma once

#include <map>
#include <string>
#include <string_view>

#include "ci/launch/mpi_install.h"

namespace mpigauge {

// The compiler wrapper of an MPI that compiles our sources.
struct MpiCompiler {
  std::string wrapper;                             // the path of its mpicxx
  std::string name;                                // what it calls: "GCC 12.2"
  std::map<std::string, std::string> environment;  // what it needs to find its files
};

// Finds the wrapper beside the library's launcher, and looks at the compiler that it calls. Throws Error (usage) where
// there is none, where it is another MPI's, and where the compiler is too old or finds no mpi.h.
MpiCompiler FindMpiCompiler(const MpiInstall& install);

// The first line of what a compiler or a linker says that is about an error; the first line at all where there is no
// such.
std::string FirstError(std::string_view said);

}  // namespace mpigauge
