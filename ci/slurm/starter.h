#pragma once

#include <set>
#include <string>
#include <string_view>

#include "ci/launch/mpi_install.h"
#include "ci/launch/plan.h"
#include "ci/process/process.h"
#include "ci/slurm/job.h"

namespace mpigauge {

// The types that `srun --mpi=list` prints, on standard output or, before Slurm 22, on standard error.
std::set<std::string> ParseMpiTypes(std::string_view text);

// The MPI types of this host's srun; none if there is no srun.
std::set<std::string> MpiTypesHere();

// The MPI type that srun must have for a launcher: that of srun:TYPE, and of auto the type by which this MPI's ranks
// find each other (pmix for Open MPI, pmi2 for MPICH). Empty for all other launchers.
std::string MpiTypeFor(const std::string& wanted, MpiInstall::Kind kind);

// The launcher of ChooseLauncher inside a job. Auto is srun where Slurm has the type of MpiTypeFor, else the MPI's own
// launcher. Never srun's default type: by a wrong one MPICH's ranks start as worlds of their own. Throws Error (usage)
// where srun has no such type.
std::string LauncherInJob(const std::string& wanted, MpiInstall::Kind kind, const std::set<std::string>& types);

// A library of a job, as the tasks of that job start it.
struct JobStart {
  LaunchPlan plan;  // with the job's series alone, and the launcher of LauncherInJob
  MpiInstall install;
};

// Finds out how the tasks of a job start one of its libraries, where srun has these types. Throws Error (usage) where
// there is no such MPI or launcher.
JobStart StartInJob(const SlurmJob& job, const SlurmArm& arm, const std::set<std::string>& types);

// The command of one launch by a plan of StartInJob, in an allocation whose nodes have this many processors each.
Command CommandInJob(const SlurmJob& job, const LaunchPlan& plan, const MpiInstall& install, int processors);

}  // namespace mpigauge
