#include "baselines/compare/memory.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "baselines/compare/samples.h"
#include "record/process_figures.h"
#include "stats/rank_sum.h"

namespace mpigauge {
namespace {

// The series of a launch, each with how it lays out its buffers.
std::set<std::string> MeasuredBy(const LaunchRecord& launch) {
  std::set<std::string> series;
  for (const SeriesRecord& one : launch.series) series.insert(one.name + " " + one.method.buffers);
  return series;
}

// The peaks of the launches that measured this, by run.
std::map<std::string, std::vector<double>> PeaksByRun(const Side& side, const std::set<std::string>& measured) {
  std::map<std::string, std::vector<double>> peaks;
  for (const LaunchRecord& launch : side.launches) {
    const std::optional<double> peak = PeakMemoryOf(launch);
    if (peak && *peak > 0 && MeasuredBy(launch) == measured) peaks[launch.run_id].push_back(*peak);
  }
  return peaks;
}

std::vector<double> AllOf(const std::map<std::string, std::vector<double>>& by_run) {
  std::vector<double> all;
  for (const auto& [run, peaks] : by_run) all.insert(all.end(), peaks.begin(), peaks.end());
  return all;
}

}  // namespace

MemoryFigure CompareMemory(const Side& baseline, const Side& candidate) {
  MemoryFigure memory;
  if (candidate.launches.empty()) return memory;
  const std::set<std::string> measured = MeasuredBy(candidate.launches.front());
  const auto runs = PeaksByRun(baseline, measured);
  const std::vector<double> before = AllOf(runs);
  std::vector<double> after = AllOf(PeaksByRun(candidate, measured));
  if (before.empty() || after.empty()) return memory;
  memory.known = true;
  memory.baseline_bytes = MedianOfLaunches(before);
  memory.candidate_bytes = MedianOfLaunches(after);
  for (const auto& [run, peaks] : runs) memory.most_of_runs = std::max(memory.most_of_runs, MedianOfLaunches(peaks));
  memory.tolerance = std::max(kMemoryTolerance, kLeastMemoryTolerance / memory.baseline_bytes);
  for (double& bytes : after) bytes /= 1 + memory.tolerance;
  memory.p = RankSumSlower(before, after);
  return memory;
}

}  // namespace mpigauge
