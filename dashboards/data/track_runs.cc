#include "dashboards/data/track_runs.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "baselines/history/track.h"

namespace mpigauge {

std::vector<HistoryRun> RunsWithEnvironment(Store& store) {
  std::vector<HistoryRun> runs;
  for (const Run& run : store.Runs()) {
    auto environment = store.RunEnvironment(run.run_id);
    if (environment) runs.push_back({run.run_id, run.library, run.started_at, *std::move(environment)});
  }
  std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.started_at < b.started_at; });
  return runs;
}

std::set<std::string> RunsOfTrack(Store& store, const std::string& run_id, std::size_t most) {
  const std::vector<HistoryRun> runs = RunsWithEnvironment(store);
  const auto own = std::find_if(runs.begin(), runs.end(), [&](const HistoryRun& run) { return run.run_id == run_id; });
  if (own == runs.end()) return {};
  const std::vector<std::uint32_t> tracks = FindTracks(runs);
  const std::uint32_t track = tracks[static_cast<std::size_t>(own - runs.begin())];
  std::set<std::string> ids;
  for (std::size_t i = runs.size(); i-- > 0 && ids.size() < most;) {
    if (tracks[i] == track) ids.insert(runs[i].run_id);
  }
  return ids;
}

}  // namespace mpigauge
