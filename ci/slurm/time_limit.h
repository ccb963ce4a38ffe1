#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/outcome.h"

namespace mpigauge {

// The number of launches that the time limit of a task allows, as far as tasks that came to it tell.
struct LimitFit {
  int blocks = 0;             // so many fit into a task, with a reserve; 0: not one
  int blocks_per_task = 0;    // that they were given
  std::size_t libraries = 1;  // of each block
  double block_seconds = 0;   // one launch of each library; 0: not known
  double limit_seconds = 0;   // of a task; 0: not known

  // "a launch of each library takes about 3m 20s, and the time limit of a task is 1m 00s".
  std::string Text() const;
  // "--time 6", in minutes, which lets a task make this many blocks; "a longer --time" where nobody knows how long.
  std::string TimeFor(int count) const;
  // Says that tasks are smaller than they were.
  std::string SmallerText() const;
};

// Looks at the tasks of a job that timed out: at the launches that they finished, and at the passes of those that were
// cut off. Nothing where none timed out.
std::optional<LimitFit> FitToLimit(const JobFolder& folder, const std::vector<TaskOutcome>& tasks);

}  // namespace mpigauge
