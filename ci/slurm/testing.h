#pragma once

#include <string>
#include <vector>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/slurm.h"
#include "record/record.h"

namespace mpigauge {

// A fresh folder of a job that Slurm took as 17: `launches` in tasks of `per_task`, 2 ranks.
JobFolder ExampleFolder(const std::string& name, int launches, int per_task);

// The state that Slurm reports of a task of that job.
TaskState ExampleState(const JobFolder& folder, int task, const std::string& state, int restarts = 0);

// A launch that an attempt left: whole, or with another status.
void AddExampleLaunch(const JobFolder& folder, int task, int restart, int index,
                      LaunchStatus status = LaunchStatus::kComplete);

// The status that an attempt writes about itself.
void AddExampleStatus(const JobFolder& folder, int task, int restart, AttemptEnd ended,
                      const std::vector<int>& running = {}, const std::string& text = "");

}  // namespace mpigauge
