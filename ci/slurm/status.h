#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/slurm/slurm.h"

namespace mpigauge {

// Every job whose folder is `folder` or lies below it, as in the folder of a gate, in the order in which they were
// submitted: a line for the job, and below it one for each task (TaskText) and each bad node. For people.
std::vector<std::string> JobTexts(const std::filesystem::path& folder, Slurm& slurm);

}  // namespace mpigauge
