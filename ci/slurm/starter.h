#pragma once

#include <set>
#include <string>
#include <string_view>

#include "ci/launch/mpi_install.h"

namespace mpigauge {

// The types that `srun --mpi=list` prints, on standard output or, before Slurm 22, on standard error.
std::set<std::string> ParseMpiTypes(std::string_view text);

// The MPI types of this host's srun; none if there is no srun.
std::set<std::string> MpiTypesHere();

// The launcher of ChooseLauncher inside a job. Auto is srun where Slurm has the type by which this MPI's ranks find
// each other (pmix for Open MPI, pmi2 for MPICH), else the MPI's own launcher. Never srun's default type: by a wrong
// one MPICH's ranks start as worlds of their own. Throws Error (usage) where srun has no such type.
std::string LauncherInJob(const std::string& wanted, MpiInstall::Kind kind, const std::set<std::string>& types);

}  // namespace mpigauge
