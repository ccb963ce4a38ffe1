#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "baselines/history/history.h"
#include "baselines/store/store.h"

namespace mpigauge {

// All runs of the store that have a complete launch, oldest first.
std::vector<HistoryRun> RunsWithEnvironment(Store& store);

// The ids of the newest `most` runs of the track (baselines/history/sequence.h) on which `run_id` is; empty where that
// run has no complete launch.
std::set<std::string> RunsOfTrack(Store& store, const std::string& run_id, std::size_t most);

// Returns for each run the one before it that measured the same: the same library, the same arguments of the benchmark
// program and as many ranks. Runs without a complete launch have none, and are nobody's. By run_id; `newest_first` are
// all runs.
std::map<std::string, std::string> PreviousRuns(const std::vector<Run>& newest_first,
                                                const std::map<std::string, LaunchCount>& launches);

}  // namespace mpigauge
