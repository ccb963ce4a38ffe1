#include "baselines/compare/run_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "stats/finite.h"
#include "stats/summary.h"
#include "stats/variance_components.h"

namespace mpigauge {
namespace {

bool InTheSameTime(const Side& baseline, const Side& candidate) {
  const auto earlier = [](const LaunchRecord& a, const LaunchRecord& b) { return a.started_at < b.started_at; };
  const auto [first, last] = std::minmax_element(baseline.launches.begin(), baseline.launches.end(), earlier);
  const auto [begin, end] = std::minmax_element(candidate.launches.begin(), candidate.launches.end(), earlier);
  return !earlier(*last, *begin) && !earlier(*end, *first);
}

// A series over the runs of a side.
struct Nested {
  const SeriesRecord* series = nullptr;    // the first that was met; one that was measured otherwise does not count
  std::vector<std::vector<Moments>> runs;  // [run][launch], of the logarithm of the launch's median
};

std::unordered_map<std::string_view, Nested> LogMedians(const Side& side, const std::vector<std::string>& run_ids) {
  std::unordered_map<std::string_view, Nested> all;
  for (const LaunchRecord& launch : side.launches) {
    const auto run = std::find(run_ids.begin(), run_ids.end(), launch.run_id) - run_ids.begin();
    for (const SeriesRecord& series : launch.series) {
      const bool library = series.family != "self-test" && series.family != "control";
      if (!library || !HasFigure(series)) continue;
      Nested& nested = all[series.name];
      if (!nested.series) nested = {&series, std::vector<std::vector<Moments>>(run_ids.size())};
      if (series.case_version != nested.series->case_version || series.method != nested.series->method) continue;
      nested.runs[static_cast<std::size_t>(run)].emplace_back().Add(std::log(series.summary.median));
    }
  }
  return all;
}

std::string MedianPercent(std::vector<double> squares) {
  squares = Present(std::move(squares));
  if (squares.empty()) return "?";
  std::sort(squares.begin(), squares.end());
  return fmt::format("{:.1f}%", 100 * std::sqrt(Quantile(squares, 0.5)));
}

}  // namespace

std::vector<std::string> RunNotes(const Side& baseline, const Side& candidate) {
  std::vector<std::string> notes;
  if (InTheSameTime(baseline, candidate)) return notes;
  std::vector<std::string> run_ids;
  for (const LaunchRecord& launch : baseline.launches) {
    if (std::find(run_ids.begin(), run_ids.end(), launch.run_id) == run_ids.end()) run_ids.push_back(launch.run_id);
  }
  if (run_ids.size() == 1) {
    notes.emplace_back(
        "the baseline is one run, so it is not known how much runs differ; a difference between two hours counts as "
        "the library's");
    return notes;
  }
  std::vector<double> between_runs;
  std::vector<double> between_launches;
  for (const auto& [name, nested] : LogMedians(baseline, run_ids)) {
    const VarianceComponents components = EstimateVarianceComponents(nested.runs);
    between_runs.push_back(components.runs);
    between_launches.push_back(components.launches);
  }
  notes.push_back(
      fmt::format("the baseline's {} runs differ by {}, the launches of one run by {} (standard deviations, the median "
                  "over the series)",
                  run_ids.size(), MedianPercent(between_runs), MedianPercent(between_launches)));
  return notes;
}

namespace {

bool IsOneRun(const Side& side) {
  const auto same = [&](const LaunchRecord& launch) { return launch.run_id == side.lost[0].run_id; };
  return std::all_of(side.launches.begin(), side.launches.end(), same) &&
         std::all_of(side.lost.begin(), side.lost.end(), same);
}

}  // namespace

std::vector<std::string> UnfinishedNotes(const Side& side, const std::string& who) {
  std::vector<std::string> notes;
  if (!side.unfinished) return notes;
  for (const LaunchRecord& launch : side.launches) {
    notes.push_back(fmt::format("launch {} of the {} did not finish ({}: {}); its measurements until then are shown",
                                launch.launch_index + 1, who, LaunchStatusName(launch.status), launch.status_text));
  }
  return notes;
}

std::string LostText(const LaunchRecord& launch, const std::string& who, bool with_run) {
  return fmt::format("launch {} of the {}{}: {}: {}", launch.launch_index + 1, who,
                     with_run ? fmt::format(" (run {})", launch.run_id.substr(0, 8)) : "",
                     LaunchStatusName(launch.status), launch.status_text);
}

std::vector<std::string> LostNotes(const Side& side, const std::string& who) {
  std::vector<std::string> notes;
  if (side.lost.empty()) return notes;
  notes.push_back(fmt::format("{} of {} launches of the {} did not finish, and their times do not count",
                              side.lost.size(), side.launches.size() + side.lost.size(), who));
  constexpr std::size_t kMostTold = 5;
  for (std::size_t i = 0; i < std::min(kMostTold, side.lost.size()); ++i) {
    notes.push_back(LostText(side.lost[i], who, !IsOneRun(side)));
  }
  if (side.lost.size() > kMostTold) {
    notes.push_back(fmt::format("{} more launches of the {} did not finish either", side.lost.size() - kMostTold, who));
  }
  return notes;
}

}  // namespace mpigauge
