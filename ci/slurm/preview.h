#pragma once

#include <set>
#include <string>
#include <vector>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/sbatch.h"

namespace mpigauge {

// The part of Slurm that can be seen from a host.
struct SlurmHere {
  bool sbatch = false;              // whether sbatch is in PATH
  std::set<std::string> mpi_types;  // of srun; none if there is no srun, or if it does not name them
};

// The part of Slurm that can be seen from this host.
SlurmHere LookForSlurm();

// A job as people read of it before it is submitted.
struct JobPreview {
  std::string place;                             // PlaceText
  std::vector<std::vector<std::string>> starts;  // of each library the words by which tasks start its launches
  std::vector<std::string> sbatch;               // the words of the submission
  std::vector<std::string> notes;                // assumptions, and reasons why this host cannot submit it
};

// Previews a job by what the tasks and the submission would use. Each rank is taken to have a processor of its own, as
// Slurm gives it one by default. If the host does not know srun's MPI types, srun is taken to have the type that is
// needed, and a note says so. Throws Error (usage) as StartInJob does.
JobPreview Preview(const JobFolder& folder, const SlurmRequest& request, const SlurmHere& here);

}  // namespace mpigauge
