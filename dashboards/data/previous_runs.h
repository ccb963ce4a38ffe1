#pragma once

#include <map>
#include <string>
#include <vector>

#include "baselines/store/store.h"

namespace mpigauge {

// For each run the one before it that measured the same: the same library, the same arguments of the benchmark program
// and as many ranks. Runs without a complete launch have none, and are nobody's. By run_id; `newest_first` are all
// runs.
std::map<std::string, std::string> PreviousRuns(const std::vector<Run>& newest_first,
                                                const std::map<std::string, LaunchCount>& launches);

}  // namespace mpigauge
