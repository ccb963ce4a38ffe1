#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "ci/doctor/machine.h"

namespace mpigauge {

// Where the pipeline of this machine gets the benchmark program for each of its MPIs.
struct BenchSupply {
  enum class Builder {
    kNone,          // nobody here can build one
    kInstallation,  // `mpigauge build-bench` of an installation
    kBazel,         // Bazel in a source tree
  };
  struct ForMpi {
    std::string bench;     // a program that is there and runs with this MPI; empty: none
    std::string obstacle;  // why none can be built for it today; empty: no reason is known
  };

  Builder builder = Builder::kNone;
  std::filesystem::path place;         // the mpigauge of the installation, or the folder of the source tree
  std::map<std::string, ForMpi> mpis;  // by FoundMpi::wanted
};

// The command for the pipeline, which sets $PREFIX and $BENCH; empty where nobody can build the program. `source` and
// `value` say which MPI, as in LibraryEntry: "mpi" and "mpich", "prefix" and "/opt/openmpi-*".
std::string BuildCommand(const BenchSupply& supply, const std::string& source, const std::string& value);

// Looks around `mpigauge`, the file of this command. Asks the programs that are there which library they run with in
// the environment of each MPI, and looks for each MPI's compiler. Initializes no MPI.
BenchSupply FindBenchSupply(const Machine& machine, const std::filesystem::path& mpigauge);

}  // namespace mpigauge
