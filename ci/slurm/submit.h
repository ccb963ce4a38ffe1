#pragma once

#include <string>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/sbatch.h"
#include "ci/slurm/slurm.h"

namespace mpigauge {

// Gives the job of a folder to Slurm. Where that fails the folder is removed, and the job cancelled if it was taken.
void SubmitJob(Slurm& slurm, const JobFolder& folder, const SlurmRequest& request);

// Whether Slurm has the job of a folder whose JobId is not known, because we were killed while we submitted it: its id
// is in the folder then. Throws Error (not measured) where Slurm does not answer.
bool FindSubmitted(Slurm& slurm, const JobFolder& folder);

}  // namespace mpigauge
