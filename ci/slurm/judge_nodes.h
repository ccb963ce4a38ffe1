#pragma once

#include <string>
#include <vector>

#include "ci/slurm/job_folder.h"

namespace mpigauge {

// A run of a task whose nodes were slow: its launches count for nothing.
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

// What was said of it; nothing where nobody has judged yet.
std::vector<BadAllocation> JudgedNodes(const JobFolder& folder);

}  // namespace mpigauge
