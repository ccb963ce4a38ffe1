#pragma once

#include <ostream>
#include <string>

#include "ci/slurm/job_folder.h"

namespace mpigauge {

// Where in the job array this process is.
struct TaskPlace {
  int task = 0;
  int restart = 0;
  std::string job_id = {};  // of the array; empty: not known
};

// Reads SLURM_ARRAY_TASK_ID, SLURM_RESTART_COUNT and SLURM_ARRAY_JOB_ID. Throws Error (usage) outside of an array.
TaskPlace PlaceFromEnvironment();

// Runs the launches of an array task, on its first compute node, and leaves their records and its own status
// in the folder of this attempt. Every block holds one launch of each library. Launches that an earlier attempt
// finished are not repeated. SIGUSR1 ends it after the running launch (Slurm sends it before the time limit), SIGTERM
// at once. True where every launch had its turn; an error is in the status as well as thrown.
bool RunTask(const JobFolder& folder, const TaskPlace& place, std::ostream& log);

}  // namespace mpigauge
