#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "baselines/history/history.h"
#include "baselines/store/store.h"

namespace mpigauge {

// All runs of the store that have a complete launch, oldest first.
std::vector<HistoryRun> RunsWithEnvironment(Store& store);

// The ids of the newest `most` runs of the track (baselines/history/track.h) on which `run_id` is; empty where that run
// has no complete launch.
std::set<std::string> RunsOfTrack(Store& store, const std::string& run_id, std::size_t most);

}  // namespace mpigauge
