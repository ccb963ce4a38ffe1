#pragma once

#include <string>
#include <vector>

#include "ci/doctor/bench_supply.h"
#include "ci/doctor/machine.h"

namespace mpigauge {

// A commented mpigauge.toml for this machine: its MPI installs as libraries, its Slurm, numbers of ranks that fit, and
// what is to be edited. `waivers`: the configuration names waivers.toml.
std::string InitialConfig(const Machine& machine, const BenchSupply& supply, bool waivers = false);

// A commented waivers.toml that waives nothing.
std::string InitialWaivers();

// One [[library]]: where the updates of one library come from.
struct LibraryEntry {
  std::string name;              // no two entries have the same
  std::string source;            // the key: "prefix", "mpi" or "module"
  std::string value;             // "/opt/openmpi-*"
  std::string comment;           // "Open MPI 5.0.6, Open MPI 5.0.7"
  std::string bench = {};        // a benchmark program that exists and runs with it; empty: there is none
  std::string build_bench = {};  // the command that builds it, where `bench` is empty; empty: nobody can
  std::string edit = {};         // what somebody must look at before it is measured; empty: nothing
};

// Returns the MPI libraries that were found, as the pipeline looks for updates of them: installs side by side that
// differ in their version (/opt/openmpi-5.0.6, /opt/mpich/4.2) are one entry with a pattern; of modules of one name the
// newest is taken.
std::vector<LibraryEntry> LibraryEntries(const Machine& machine, const BenchSupply& supply);

}  // namespace mpigauge
