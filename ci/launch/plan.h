#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/launch/mpi_install.h"

namespace mpigauge {

// The library under test: an install and what is put before it.
struct Library {
  std::string label;                               // as people call it
  std::string mpi;                                 // as given to FindMpi
  std::vector<std::string> preload;                // shared libraries, only in the ranks
  std::map<std::string, std::string> environment;  // such as OMPI_MCA_coll_tuned_allreduce_algorithm=1
  std::string identity;                            // LibraryIdentity::hash when it was measured; empty: not looked at
  // Files that every rank must have loaded besides: a launch that found another libmpi than this one gives up.
  std::vector<std::string> expected = {};
};

// How a launch is started. Stored with the run, so that the same can be started again.
struct LaunchPlan {
  Library library;
  std::string bench;                         // path of mpigauge-bench, built against this MPI
  std::vector<std::string> bench_arguments;  // such as --benchmark_filter=allreduce
  int ranks = 2;
  double timeout_seconds = 600;
  double finalize_seconds = 30;  // for what comes after the last measurement, MPI_Finalize; 0: no limit of its own
  std::string launcher = {};     // of ChooseLauncher
};

Json ToJson(const LaunchPlan& plan);
LaunchPlan PlanFromJson(const Json& json, std::string_view what);

// The program with its arguments, the end of each command line of a launch. The ranks get the preloaded libraries
// once more: a launcher or a script between that drops LD_PRELOAD would measure another library under this one's name.
std::vector<std::string> BenchCommand(const LaunchPlan& plan);

// The plan with these series alone, or with all if none are named or the names do not fit on a command line.
LaunchPlan Restricted(LaunchPlan plan, const std::vector<std::string>& only);

// The regular expression that matches these series and no other.
std::string ExactlyThese(const std::vector<std::string>& series_names);

// The name of the library: its label, or else the name that its install on this host states. If it is not installed
// here, a warning says so: other hosts may have it.
std::string LibraryName(const Library& library, std::ostream& warnings);

// The processors that this process may use.
int ProcessorsHere();

// The processors that ranks started from here may use: in an allocation of Slurm those of all its nodes
// (SLURM_JOB_CPUS_PER_NODE), whatever this host has, and otherwise ProcessorsHere.
int ProcessorsOfRanks();

// Finds mpigauge-bench: `given`, else MPIGAUGE_BENCH, else beside this program. Throws Error (usage).
std::string FindBench(const std::string& given);

// Finds mpigauge-task, the part of a job that runs on the compute nodes, beside this program. Throws Error (usage).
std::string FindTaskProgram();

// Finds libmpigauge_slow.so: `given`, else beside this program. Throws Error (usage).
std::string FindInterposer(const std::string& given);

// Asks the benchmark program whether it understands the arguments of this plan, without a launcher and without MPI.
// Throws Error (usage) with what it says where it does not: an unknown suite is known before anything is launched and
// stored. Where the program cannot be asked here (on a host without its library, say), the launches will tell.
void RequireUnderstood(const LaunchPlan& plan);

}  // namespace mpigauge
