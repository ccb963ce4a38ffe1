#pragma once

#include <string>
#include <vector>

#include "ci/doctor/host_files.h"
#include "ci/launch/mpi_install.h"

namespace mpigauge {

// An MPI that is installed here.
struct FoundMpi {
  std::string wanted;  // as given to --mpi: "openmpi", "mpich", or a prefix
  MpiInstall install;
};

// Folders that look like the prefix of an MPI (bin/mpirun, bin/mpiexec or bin/mpiexec.hydra), where people and
// distributions put them: /opt, /opt/*, /usr/local, /usr/lib/mpi, /usr/lib64, /usr/lib64/mpi/gcc. Sorted.
std::vector<std::string> MpiPrefixes(const HostFiles& files);

// What is in PATH and in such folders and says its version, each launcher once.
std::vector<FoundMpi> FindMpis(const HostFiles& files);

// Modules of a MODULEPATH ("folder:folder") that are called like an MPI, such as "openmpi/5.0.3". The folders are read,
// no shell is asked: what a hierarchy shows after a compiler is loaded is not seen.
std::vector<std::string> MpiModules(const std::string& module_path);

}  // namespace mpigauge
