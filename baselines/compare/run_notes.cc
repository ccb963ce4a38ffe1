#include "baselines/compare/run_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/stats/summary.h"
#include "harness/stats/variance_components.h"

namespace mpigauge {
namespace {

bool InTheSameTime(const Side& baseline, const Side& candidate) {
  const auto earlier = [](const LaunchRecord& a, const LaunchRecord& b) { return a.started_at < b.started_at; };
  const auto [first, last] = std::minmax_element(baseline.launches.begin(), baseline.launches.end(), earlier);
  const auto [begin, end] = std::minmax_element(candidate.launches.begin(), candidate.launches.end(), earlier);
  return !earlier(*last, *begin) && !earlier(*end, *first);
}

// Of each series by run and launch, the logarithm of the median.
std::map<std::string, std::map<std::string, std::vector<Moments>>> LogMedians(const Side& side) {
  std::map<std::string, std::map<std::string, std::vector<Moments>>> all;
  for (const LaunchRecord& launch : side.launches) {
    for (const SeriesRecord& series : launch.series) {
      const bool library = series.family != "self-test" && series.family != "control";
      if (!library || series.summary.count == 0 || !(series.summary.median > 0)) continue;
      Moments& one =
          all[series.name + " " + std::to_string(series.case_version) + " " + series.method.Text()][launch.run_id]
              .emplace_back();
      one.Add(std::log(series.summary.median));
    }
  }
  return all;
}

std::string MedianPercent(std::vector<double> squares) {
  std::erase_if(squares, [](double square) { return std::isnan(square); });
  if (squares.empty()) return "?";
  std::sort(squares.begin(), squares.end());
  return fmt::format("{:.1f}%", 100 * std::sqrt(Quantile(squares, 0.5)));
}

}  // namespace

void NoteRuns(const Side& baseline, const Side& candidate, std::vector<std::string>& notes) {
  if (InTheSameTime(baseline, candidate)) return;
  std::set<std::string> runs;
  for (const LaunchRecord& launch : baseline.launches) runs.insert(launch.run_id);
  if (runs.size() == 1) {
    notes.emplace_back(
        "the baseline is one run: how much runs differ is not known, so a difference of the hour is taken for the "
        "library's");
    return;
  }
  std::vector<double> between_runs;
  std::vector<double> between_launches;
  for (const auto& [name, by_run] : LogMedians(baseline)) {
    std::vector<std::vector<Moments>> nested;
    for (const auto& [run, launches] : by_run) nested.push_back(launches);
    const VarianceComponents components = EstimateVarianceComponents(nested);
    between_runs.push_back(components.runs);
    between_launches.push_back(components.launches);
  }
  notes.push_back(
      fmt::format("the baseline's {} runs differ by {}, the launches of one run by {} (standard deviations, the median "
                  "over the series)",
                  runs.size(), MedianPercent(between_runs), MedianPercent(between_launches)));
}

}  // namespace mpigauge
