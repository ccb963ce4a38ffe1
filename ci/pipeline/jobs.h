#pragma once

#include <filesystem>
#include <vector>

#include "ci/pipeline/update.h"
#include "ci/slurm/outcome.h"

namespace mpigauge {

// A job of an update, and how its tasks are or ended, each with its own word: pending, running, completed, timed out,
// cancelled, preempted, node failure, requeued, failed.
struct UpdateJob {
  std::filesystem::path folder;
  std::string job_id;
  std::vector<TaskOutcome> tasks;
};

// The newest job of each shape that is being measured, as Slurm and its folder say; none where nothing is measured in
// jobs.
std::vector<UpdateJob> JobsOf(const StateFolder& folder, const Update& update);

}  // namespace mpigauge
