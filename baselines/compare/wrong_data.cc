#include "baselines/compare/wrong_data.h"

#include <fmt/format.h>

#include <map>

#include "baselines/compare/without_times.h"

namespace mpigauge {
namespace {

// The first record with wrong data of each series, by its name; what checks the harness itself is left out.
std::map<std::string, const SeriesRecord*> WrongSeries(const Side& side) {
  std::map<std::string, const SeriesRecord*> wrong;
  for (const auto* launches : {&side.launches, &side.lost}) {
    for (const LaunchRecord& launch : *launches) {
      for (const SeriesRecord& series : launch.series) {
        const bool is_wrong = series.fault && series.fault->kind == FaultKind::kWrongData;
        if (is_wrong && series.family != "self-test") wrong.emplace(series.name, &series);
      }
    }
  }
  return wrong;
}

}  // namespace

std::vector<SeriesComparison> TakeWrongData(const Side& candidate, Samples& before, Samples& after) {
  std::vector<SeriesComparison> taken;
  for (const auto& [name, series] : WrongSeries(candidate)) {
    if (series->family == "control") continue;
    before.erase(name);
    after.erase(name);
    taken.push_back(
        WithoutTimes(*series, Broken::kWrongData,
                     fmt::format("wrong data on rank {}: {}", series->fault->rank, series->fault->message)));
  }
  return taken;
}

void NoteWrongData(const Side& baseline, const Side& candidate, std::vector<std::string>& notes) {
  for (const Side* side : {&baseline, &candidate}) {
    for (const auto& [name, series] : WrongSeries(*side)) {
      if (side == &candidate && series->family != "control") continue;  // its verdict says so
      notes.push_back(fmt::format("{}: wrong data in the {}, on rank {}: {}", name,
                                  side == &baseline ? "baseline" : "candidate", series->fault->rank,
                                  series->fault->message));
    }
  }
}

}  // namespace mpigauge
