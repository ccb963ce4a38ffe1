#pragma once

#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/slurm/job_folder.h"
#include "ci/slurm/outcome.h"

namespace mpigauge {

// A run of a task whose nodes were slow: its launches do not count.
struct BadAllocation {
  int task = 0;
  int restart = 0;
  std::vector<std::string>
      exclude;       // nodes that later jobs should do without; none where others of this job had them too
  std::string text;  // what was seen
};

// Whether nodes of a job that has ended were slower than the others, those of earlier jobs included (SlowPlaces). The
// answer stays in the job's folder (bad_nodes.json), and is what is said from then on.
std::vector<BadAllocation> JudgeNodes(const JobFolder& folder, const std::vector<JobFolder>& earlier);

// The allocations that were judged bad; empty if nobody has judged yet.
std::vector<BadAllocation> JudgedNodes(const JobFolder& folder);

// The launches of a job that are in the store.
struct Collected {
  std::vector<int> complete;          // whole launches of each library's run
  int added = 0;                      // launches that were new
  std::vector<std::string> problems;  // one text per launch that is not whole, or per record that was refused
};

// Puts the launches of a job into the store, whole ones and what is left of the others; the runs' status
// follows the tasks. Of a launch that was done twice, because its task was requeued while the old one lived
// on, one is taken. Launches of nodes that JudgeNodes found slow are stored as "bad-node" and do not count. Launches
// that were collected before are not added again.
Collected CollectJob(const JobFolder& folder, const std::vector<TaskOutcome>& tasks, Store& store);

}  // namespace mpigauge
