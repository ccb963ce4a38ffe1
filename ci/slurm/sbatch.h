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
// cannot overrule them as they would overrule lines in the script. The arguments in `more` come last and win.
std::vector<std::string> SbatchArguments(const JobFolder& folder, const SlurmRequest& request);

// The words of that command line.
std::vector<std::string> SbatchCommand(const std::vector<std::string>& arguments);

// "in 2 task(s) of a Slurm job, 1 at a time, each on 4 node(s) of partition perf": where the launches are made.
std::string PlaceText(const SlurmJob& job, const SlurmRequest& request);

// The job script: the same on every node.
std::string JobScript(const JobFolder& folder, const std::vector<std::string>& arguments);

}  // namespace mpigauge
