#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// What starts the ranks inside a job: srun with one of its MPI types, or the MPI's own launcher.
struct Starter {
  std::string srun_type;                              // "pmix"; empty: the MPI's own launcher
  std::string Text(const MpiInstall& install) const;  // "srun --mpi=pmix, Open MPI 4.1.4"
};

// The types that `srun --mpi=list` prints, on standard output or, before Slurm 22, on standard error.
std::set<std::string> ParseMpiTypes(std::string_view text);

// Of this host's srun; none where there is no srun.
std::set<std::string> MpiTypesHere();

// Throws Error (usage) unless it is "auto", "mpirun" or "srun:TYPE".
void CheckLauncher(const std::string& wanted);

// Auto is srun where Slurm has the type by which this MPI's ranks find each other (pmix for Open MPI, pmi2
// for MPICH), else the MPI's own launcher. Never srun's default type: by a wrong one MPICH's ranks start as
// worlds of their own. Throws Error (usage).
Starter ChooseStarter(const std::string& wanted, MpiInstall::Kind kind, const std::set<std::string>& types);

// The command line of one launch inside a job of `nodes` nodes, without the arguments that tell launches
// apart.
std::vector<std::string> StartCommand(const Starter& starter, const LaunchPlan& plan, const MpiInstall& install,
                                      int nodes);

}  // namespace mpigauge
