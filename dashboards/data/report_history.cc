#include <algorithm>
#include <cmath>
#include <set>

#include "baselines/history/load.h"
#include "baselines/history/track.h"
#include "dashboards/data/history.h"
#include "dashboards/data/history_json.h"
#include "dashboards/data/rounded.h"

namespace mpigauge {
namespace {

// The newest runs of the track on which `run_id` is; empty where that has no complete launch.
std::set<std::string> RunsAround(Store& store, const std::string& run_id) {
  std::vector<HistoryRun> runs;
  for (const Run& run : store.Runs()) {
    auto environment = store.RunEnvironment(run.run_id);
    if (environment) runs.push_back({run.run_id, run.library, run.started_at, *std::move(environment)});
  }
  std::stable_sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.started_at < b.started_at; });
  const auto own = std::find_if(runs.begin(), runs.end(), [&](const HistoryRun& run) { return run.run_id == run_id; });
  if (own == runs.end()) return {};
  const std::vector<std::uint32_t> tracks = FindTracks(runs);
  const std::uint32_t track = tracks[static_cast<std::size_t>(own - runs.begin())];
  std::set<std::string> around;
  for (std::size_t i = runs.size(); i-- > 0 && around.size() < kReportRuns;) {
    if (tracks[i] == track) around.insert(runs[i].run_id);
  }
  return around;
}

Json Medians(const SeriesHistory& series) {
  Json medians = Json::array();
  for (const double value : series.log_seconds) medians.push_back(Rounded(std::exp(value)));
  return {{"run", series.runs}, {"median_seconds", std::move(medians)}};
}

}  // namespace

Json ReportHistory(Store& store, const std::vector<std::string>& names, const std::string& run_id,
                   const std::vector<std::string>& baseline_run_ids) {
  const std::set<std::string> chosen(names.begin(), names.end());
  const std::set<std::string> around = RunsAround(store, run_id);
  if (around.size() < 2) return nullptr;
  HistoryFilter filter;
  filter.series = [&](const SeriesRecord& series) { return chosen.contains(series.name); };
  filter.run = [&](const Run& run) { return around.contains(run.run_id); };
  History history = LoadHistory(store, filter);
  std::erase_if(history.series, [](const SeriesHistory& series) { return series.runs.size() < 2; });
  if (history.series.empty()) return nullptr;
  return HistoryJson(history, {[](const SeriesHistory&) { return true; }, Medians, baseline_run_ids});
}

}  // namespace mpigauge
