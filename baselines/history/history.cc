#include "baselines/history/history.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace mpigauge {
namespace {

constexpr const char* kLaunches = "launches";  // the field of a key that says how they were made

// Where a series of the store goes in the history.
using Places = std::unordered_map<std::int64_t, std::size_t>;

Places AddSeries(Store& store, const HistoryFilter& filter, History& history) {
  Places places;
  for (StoredSeries& stored : store.history().AllSeries()) {
    SeriesRecord& series = stored.description;
    if (filter.series && !filter.series(series)) continue;
    places.emplace(stored.series_id, history.series.size());
    history.series.push_back(
        {series.name, stored.identity, series.case_name, series.family, series.parameters, {}, {}});
  }
  return places;
}

void AddValues(const std::vector<SeriesMedian>& medians, const Places& places, History& history) {
  const auto run = static_cast<std::uint32_t>(history.runs.size() - 1);
  for (const SeriesMedian& median : medians) {
    const auto place = places.find(median.series_id);
    if (place == places.end() || !(median.median_seconds > 0)) continue;
    SeriesHistory& series = history.series[place->second];
    series.runs.push_back(run);
    series.log_seconds.push_back(std::log(median.median_seconds));
  }
}

}  // namespace

void MarkTurns(const std::set<std::string>& in_turns, HistoryRun& run) {
  if (in_turns.contains(run.run_id)) run.environment.key[kLaunches] = "in turns";
}

bool TookTurns(const std::map<std::string, std::string>& key) { return key.contains(kLaunches); }

History LoadHistory(Store& store, const HistoryFilter& filter) {
  History history;
  const Places places = AddSeries(store, filter, history);
  std::vector<Run> runs = store.runs().All();
  std::stable_sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.started_at < b.started_at; });
  const std::set<std::string> in_turns = store.runs().RunsInTurns();
  std::erase_if(runs, [&](const Run& run) { return filter.run && !filter.run(run); });
  auto environments = store.runs().EnvironmentsOf(runs);
  for (const Run& run : runs) {
    const auto environment = environments.find(run.run_id);
    if (environment == environments.end()) continue;
    history.runs.push_back({run.run_id, run.library, run.started_at, std::move(environment->second)});
    MarkTurns(in_turns, history.runs.back());
    AddValues(store.history().Medians(run.run_id), places, history);
  }
  std::erase_if(history.series, [](const SeriesHistory& series) { return series.runs.empty(); });
  return history;
}

}  // namespace mpigauge
