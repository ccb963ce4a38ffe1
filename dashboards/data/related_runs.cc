#include "dashboards/data/related_runs.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/json.h"
#include "baselines/history/sequence.h"

namespace mpigauge {

std::vector<HistoryRun> RunsWithEnvironment(Store& store) {
  const std::vector<Run> all = store.runs().All();
  auto environments = store.runs().EnvironmentsOf(all);
  std::vector<HistoryRun> runs;
  const std::set<std::string> in_turns = store.runs().RunsInTurns();
  for (const Run& run : all) {
    const auto environment = environments.find(run.run_id);
    if (environment == environments.end()) continue;
    runs.push_back({run.run_id, run.library, run.started_at, std::move(environment->second)});
    MarkTurns(in_turns, runs.back());
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

namespace {

// The part of a run's plan that must be the same. Imported runs have no plan.
std::string SuiteText(const Run& run) {
  if (!run.plan.is_object()) return "";
  return JsonLine(Json::array({run.plan.value("bench_arguments", Json::array()), run.plan.value("ranks", Json())}));
}

}  // namespace

std::map<std::string, std::string> PreviousRuns(const std::vector<Run>& newest_first,
                                                const std::map<std::string, LaunchCount>& launches) {
  std::map<std::string, std::string> previous;
  std::map<std::pair<std::string, std::string>, std::string> newer;  // the last run that was met, by library and suite
  for (const Run& run : newest_first) {
    const auto count = launches.find(run.run_id);
    if (count == launches.end() || count->second.complete == 0) continue;
    const auto [known, added] = newer.try_emplace({run.library, SuiteText(run)}, run.run_id);
    if (added) continue;
    previous[known->second] = run.run_id;
    known->second = run.run_id;
  }
  return previous;
}

}  // namespace mpigauge
