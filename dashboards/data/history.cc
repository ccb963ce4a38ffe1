#include "dashboards/data/history.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "base/rounded.h"
#include "baselines/history/changes_text.h"
#include "baselines/history/history.h"
#include "baselines/history/sequence.h"
#include "dashboards/data/related_runs.h"

namespace mpigauge {
namespace {

// Under which keys the shown series stand, by their places: the name for the one of a name that was measured last.
std::map<std::uint32_t, std::string> KeysOf(const History& history, const HistoryWriting& writing) {
  std::map<std::string, std::uint32_t> newest;
  std::map<std::uint32_t, std::string> keys;
  for (std::uint32_t place = 0; place < history.series.size(); ++place) {
    const SeriesHistory& series = history.series[place];
    if (!writing.shown(series)) continue;
    keys[place] = series.identity;
    const auto [known, added] = newest.emplace(series.name, place);
    if (!added && history.series[known->second].runs.back() <= series.runs.back()) known->second = place;
  }
  for (const auto& [name, place] : newest) keys[place] = name;
  return keys;
}

Json RunsJson(const History& history) {
  const std::vector<std::uint32_t> tracks = FindTracks(history.runs);
  Json runs = Json::array();
  for (std::size_t i = 0; i < history.runs.size(); ++i) {
    const HistoryRun& run = history.runs[i];
    runs.push_back(
        {{"run_id", run.run_id}, {"library", run.library}, {"started_at", run.started_at}, {"track", tracks[i]}});
  }
  return runs;
}

Json ChangesJson(const History& history, const std::map<std::uint32_t, std::string>& keys) {
  Json changes = Json::array();
  for (const Event& event : FindChanges(history, {}).events) {
    Json names = Json::array();
    for (const std::uint32_t place : event.series) {
      if (const auto key = keys.find(place); key != keys.end()) names.push_back(key->second);
    }
    if (names.empty()) continue;
    changes.push_back({{"case", event.case_name},
                       {"series", std::move(names)},
                       {"run", event.run},
                       {"run_before", event.run_before},
                       {"run_until", event.run_until},
                       {"ratio", event.ratio},
                       {"kind", KindText(event.kind)},
                       {"cause", CauseText(event.cause)},
                       {"sizes", event.sizes},
                       {"p_value", event.p_value},
                       {"environment", event.environment},
                       {"text", EventText(history, event)}});
  }
  return changes;
}

Json PlacesOf(const std::vector<std::string>& run_ids, const History& history) {
  const std::set<std::string> wanted(run_ids.begin(), run_ids.end());
  Json places = Json::array();
  for (std::size_t i = 0; i < history.runs.size(); ++i) {
    if (wanted.contains(history.runs[i].run_id)) places.push_back(i);
  }
  return places;
}

}  // namespace

Json HistoryJson(const History& history, const HistoryWriting& writing) {
  const std::map<std::uint32_t, std::string> keys = KeysOf(history, writing);
  Json all = Json::object();
  // Keys are there once; looking for each before it is added takes its time where there are many.
  auto& entries = all.get_ref<Json::object_t&>();
  for (const auto& [place, key] : keys) entries.push_back({key, writing.values(history.series[place])});
  return {{"runs", RunsJson(history)},
          {"series", std::move(all)},
          {"changes", ChangesJson(history, keys)},
          {"baseline_runs", PlacesOf(writing.baseline_run_ids, history)},
          {"fewest_runs", kFewestRuns}};
}

namespace {

Json Medians(const SeriesHistory& series) {
  Json medians = Json::array();
  for (const double value : series.log_seconds) medians.push_back(Rounded(std::exp(value)));
  return {{"run", series.runs}, {"median_seconds", std::move(medians)}};
}

}  // namespace

Json ReportHistory(Store& store, const std::vector<std::string>& names, const std::string& run_id,
                   const std::vector<std::string>& baseline_run_ids) {
  const std::set<std::string> chosen(names.begin(), names.end());
  const std::set<std::string> around = RunsOfTrack(store, run_id, kReportRuns);
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
