#include "dashboards/data/libraries.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "baselines/history/sequence.h"
#include "dashboards/data/related_runs.h"

namespace mpigauge {
namespace {

struct ComparedRun {
  HistoryRun run;
  std::uint32_t track = 0;
};

// Newest first.
std::vector<ComparedRun> NewestOfLibraries(Store& store) {
  std::vector<HistoryRun> runs = RunsWithEnvironment(store);
  const std::vector<std::uint32_t> tracks = FindTracks(runs);
  std::vector<ComparedRun> newest;
  std::set<std::pair<std::uint32_t, std::string>> seen;
  for (std::size_t i = runs.size(); i-- > 0 && newest.size() < kComparedLibraries;) {
    if (seen.insert({tracks[i], runs[i].library}).second) newest.push_back({std::move(runs[i]), tracks[i]});
  }
  return newest;
}

}  // namespace

Json LibrariesJson(Store& store) {
  const std::vector<ComparedRun> compared = NewestOfLibraries(store);
  Json libraries = Json::array();
  std::map<std::int64_t, Json> medians;  // by series_id
  for (std::size_t i = 0; i < compared.size(); ++i) {
    const auto& [run, track] = compared[i];
    libraries.push_back(
        {{"library", run.library}, {"run_id", run.run_id}, {"started_at", run.started_at}, {"track", track}});
    for (const SeriesMedian& one : store.history().Medians(run.run_id)) {
      medians.try_emplace(one.series_id, Json(compared.size(), Json(nullptr))).first->second[i] = one.median_seconds;
    }
  }
  std::map<std::pair<std::string, std::string>, Json> rows;  // by name, and what identifies it
  for (const StoredSeries& series : store.history().AllSeries()) {
    const auto known = medians.find(series.series_id);
    if (known == medians.end()) continue;
    const SeriesRecord& what = series.description;
    rows[{what.name, series.identity}] = {{"name", what.name},
                                          {"case", what.case_name},
                                          {"measured_as", what.method.Text()},
                                          {"median_seconds", std::move(known->second)}};
  }
  Json all = Json::array();
  for (auto& [key, row] : rows) all.push_back(std::move(row));
  return {{"libraries", std::move(libraries)}, {"series", std::move(all)}};
}

}  // namespace mpigauge
