#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// Why nothing passes if launches of the candidate take a processor while they wait, and those of the baseline sleep
// (record/waiting_use.h). Where processors are left no time shows it, and an application may miss one. Of each side
// most launches that tell it decide. Empty if a side does not tell it, or there is no such difference.
std::vector<std::string> WaitingDoubts(const Side& baseline, const Side& candidate);

}  // namespace mpigauge
