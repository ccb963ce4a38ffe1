#pragma once

#include <string>
#include <vector>

#include "ci/slurm/job_folder.h"

namespace mpigauge {

// The options of a job for Slurm. Empty texts are left to the cluster's defaults.
struct SlurmRequest {
  int ntasks_per_node = 2;
  int at_once = 0;  // array tasks that may run at the same time; 0: all
  std::string partition;
  std::string account;
  std::string constraint;
  std::string time;
  bool exclusive = false;
  std::vector<std::string> exclude;  // nodes that are not wanted
  std::vector<std::string> more;     // for sbatch as they are
};

// Seconds before the time limit at which Slurm tells a task that it comes.
inline constexpr int kAnnounceSeconds = 30;

// The name of the job in Slurm.
std::string JobName(const SlurmJob& job);

// The arguments of sbatch. They are given on its command line, where the SBATCH_* variables of the caller
// cannot overrule them as they would overrule lines in the script. What is in `more` comes last and wins.
std::vector<std::string> SbatchArguments(const JobFolder& folder, const SlurmRequest& request);

// The job script: the same on every node.
std::string JobScript(const JobFolder& folder, const std::vector<std::string>& arguments);

}  // namespace mpigauge
