#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ci/doctor/host_files.h"
#include "ci/launch/mpi_install.h"

namespace mpigauge {

// One line of sinfo: nodes of one kind in one partition.
struct SlurmNodes {
  std::string partition;
  bool is_default = false;
  bool up = false;
  int nodes = 0;
  int processors = 0;    // of one node
  std::string features;  // "(null)" where it has none
  std::string time_limit;
};

struct SlurmFacts {
  bool installed = false;  // sbatch and sinfo are in PATH
  bool answers = false;
  bool in_job = false;  // this process runs in one
  std::string words;    // what Slurm said where it does not answer
  std::vector<SlurmNodes> nodes;
  std::set<std::string> mpi_types;  // of `srun --mpi=list`

  std::string DefaultPartition() const;  // empty: none is marked
};

// Reads the output of `sinfo --noheader --format=%P|%a|%D|%c|%f|%l`. Lines of another form are left out.
std::vector<SlurmNodes> ParseSinfo(std::string_view text);

// An MPI that is installed here.
struct FoundMpi {
  std::string wanted;  // as given to --mpi: "openmpi", "mpich", or a prefix
  MpiInstall install;
};

// Finds launchers in PATH and in the folders where people and distributions put an MPI, and asks them for their
// version. Each launcher once.
std::vector<FoundMpi> FindMpis(const HostFiles& files);

// Modules of a MODULEPATH ("folder:folder") that are called like an MPI, such as "openmpi/5.0.3". The folders are read,
// no shell is asked: what a hierarchy shows after a compiler is loaded is not seen.
std::vector<std::string> MpiModules(const std::string& module_path);

// The state of the machine that this process runs on; the checks themselves read what is in files.
struct Machine {
  HostFiles files;
  int ranks = 2;          // how many are to be started on it
  std::set<int> allowed;  // processors that this process may use
  CpuSample before;       // a moment before `after`
  CpuSample after;
  std::vector<FoundMpi> mpis;        // what launchers say of themselves
  std::vector<std::string> modules;  // environment modules that are called like an MPI: "openmpi/5.0.3"
  SlurmFacts slurm;
  std::string bench;        // mpigauge-bench beside this program or in MPIGAUGE_BENCH; empty: none
  std::string temp_folder;  // where launch records and MPI's session folders go
};

// Looks at a host: reads files, waits `watch_seconds` to see who else computes, and asks launchers for their version.
// If `files` are those of this machine and not of a made one, it also looks where PATH and MODULEPATH lead to, and
// calls sinfo and `srun --mpi=list`. Starts no MPI program.
Machine LookAtMachine(const HostFiles& files, int ranks, double watch_seconds);

}  // namespace mpigauge
