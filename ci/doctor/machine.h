#pragma once

#include <set>
#include <string>
#include <vector>

#include "ci/doctor/cpu_sample.h"
#include "ci/doctor/host_files.h"
#include "ci/doctor/mpi_search.h"
#include "ci/doctor/slurm_facts.h"

namespace mpigauge {

// What was seen of the machine that this process runs on; what is in files is read by the checks themselves.
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
// Of this machine, not of a made one, also what PATH and MODULEPATH lead to, sinfo and `srun --mpi=list`. Starts no MPI
// program.
Machine LookAtMachine(const HostFiles& files, int ranks, double watch_seconds);

}  // namespace mpigauge
