#pragma once

#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/slurm/outcome.h"

namespace mpigauge {

// What the store has of a job.
struct Collected {
  std::vector<int> complete;          // whole launches of each library's run
  int added = 0;                      // launches that were new
  std::vector<std::string> problems;  // one text per launch that is not whole, or per record that was refused
};

// Puts the launches of a job into the store, whole ones and what is left of the others; the runs' status
// follows the tasks. Of a launch that was done twice, because its task was requeued while the old one lived
// on, one is taken. Launches of nodes that JudgeNodes found slow are stored as "bad-node" and do not count. What was
// collected before is not added again.
Collected CollectJob(const JobFolder& folder, const std::vector<TaskOutcome>& tasks, Store& store);

}  // namespace mpigauge
