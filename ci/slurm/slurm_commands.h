#pragma once

#include <memory>

#include "ci/slurm/slurm.h"

namespace mpigauge {

// Slurm by sbatch, scontrol, squeue and scancel. States are polled with scontrol: sacct needs a database that many
// clusters do not have, exit codes lie (an srun that is hit by a node failure returns 0), and `sbatch --wait`
// looks at the job after 2 s, 10 s, 42 s, ...
std::unique_ptr<Slurm> MakeSlurm();

}  // namespace mpigauge
