#include "baselines/compare/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "base/error.h"

namespace mpigauge {
namespace {

double FigureOf(const SeriesRecord& series, const std::string& figure) {
  if (figure == "median") return series.summary.median;
  if (figure == "minimum") return series.summary.minimum;
  return series.summary.p99;
}

// Clocks that went apart give wrong times; data that are wrong come at some time all the same.
bool HasFigure(const SeriesRecord& series, double seconds) {
  return series.summary.count > 0 && std::isfinite(seconds) &&
         !(series.fault && series.fault->kind == FaultKind::kClocksApart);
}

bool OfOneSeries(const SeriesRecord& one, const SeriesRecord& other) {
  return one.name == other.name && one.case_version == other.case_version && one.method == other.method;
}

void Conclude(MergedSeries& merged) {
  merged.seconds = merged.relative_deviation = std::numeric_limits<double>::quiet_NaN();
  if (merged.launches_seconds.empty()) return;
  const Summary summary = Summarize(merged.launches_seconds);
  merged.seconds = summary.median;
  if (summary.mean > 0) merged.relative_deviation = summary.standard_deviation / summary.mean;
}

}  // namespace

const std::vector<std::string>& MergedFigureNames() {
  static const std::vector<std::string> kNames = {"median", "minimum", "p99"};
  return kNames;
}

std::vector<MergedSeries> MergeLaunches(const std::vector<LaunchRecord>& launches, const std::string& figure) {
  const auto& names = MergedFigureNames();
  if (std::find(names.begin(), names.end(), figure) == names.end()) {
    throw UsageError("unknown figure '{}'; there are: {}", figure, fmt::join(names, ", "));
  }
  std::vector<MergedSeries> all;
  std::unordered_map<std::string_view, std::vector<std::size_t>> named;  // their places, by name
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      std::vector<std::size_t>& places = named[series.name];
      const auto known = std::find_if(places.begin(), places.end(),
                                      [&](std::size_t place) { return OfOneSeries(*all[place].series, series); });
      const std::size_t place = known == places.end() ? all.size() : *known;
      if (place == all.size()) {
        places.push_back(place);
        all.emplace_back().series = &series;
      }
      MergedSeries& merged = all[place];
      merged.late += series.Late();
      if (series.fault) merged.faults.push_back(*series.fault);
      const double seconds = FigureOf(series, figure);
      if (HasFigure(series, seconds)) merged.launches_seconds.push_back(seconds);
    }
  }
  for (MergedSeries& merged : all) Conclude(merged);
  return all;
}

}  // namespace mpigauge
