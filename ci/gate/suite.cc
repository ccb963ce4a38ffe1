#include "ci/gate/suite.h"

#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "baselines/compare/compare.h"
#include "baselines/compare/same_state.h"
#include "baselines/compare/turn_alignment.h"
#include "baselines/verdict/families.h"

namespace mpigauge {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

// Returns for each launch the logarithm of a figure of these series; NaN if that is no number above 0.
template <typename Figure>
std::vector<LaunchLogs> LogsOf(const std::vector<LaunchRecord>& launches, const std::vector<std::string>& names,
                               Figure figure) {
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < names.size(); ++i) place[names[i]] = i;
  std::vector<LaunchLogs> all;
  for (const LaunchRecord& launch : launches) {
    LaunchLogs logs(names.size(), kNothing);
    for (const SeriesRecord& series : launch.series) {
      const auto found = place.find(series.name);
      if (found == place.end() || !HasFigure(series)) continue;
      const double seconds = figure(launch, series);
      if (seconds > 0) logs[found->second] = std::log(seconds);
    }
    all.push_back(std::move(logs));
  }
  return all;
}

double FloorOf(const LaunchRecord& launch, const SeriesRecord& series) {
  return CircleOf(launch).empty() ? kNothing : series.summary.minimum;
}

// One tick of the timer as a ratio of the floor.
double FloorTickOf(const LaunchRecord& launch, const SeriesRecord& series) {
  return 1 + series.ResolutionSeconds() / FloorOf(launch, series);
}

double RunValueOf(const std::vector<LaunchLogs>& launches, std::size_t series) {
  std::vector<double> values;
  for (const LaunchLogs& launch : launches) values.push_back(launch[series]);
  return RunValue(values);
}

}  // namespace

std::vector<SuiteSeries> SuiteOf(const Comparison& comparison) {
  std::vector<SuiteSeries> suite;
  for (const SeriesComparison& series : comparison.series) {
    if (!series.HasTimes()) continue;
    suite.push_back({series.name,
                     series.tolerance,
                     FamiliesOf(series.case_name, series.parameters),
                     {},
                     std::log(series.TickRatio())});
  }
  return suite;
}

std::vector<std::vector<LaunchLogs>> LogsByRun(const std::vector<LaunchRecord>& launches,
                                               const std::vector<std::string>& names) {
  std::vector<LaunchLogs> logs = LogsOf(launches, names);
  std::vector<std::vector<LaunchLogs>> runs;
  std::unordered_map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const auto [found, added] = place.emplace(launches[i].run_id, runs.size());
    if (added) runs.emplace_back();
    runs[found->second].push_back(std::move(logs[i]));
  }
  return runs;
}

void AddRunValues(const std::vector<LaunchRecord>& launches, std::vector<SuiteSeries>& suite) {
  for (const std::vector<LaunchLogs>& run : LogsByRun(launches, NamesOf(suite))) {
    for (std::size_t i = 0; i < suite.size(); ++i) suite[i].run_values.push_back(RunValueOf(run, i));
  }
}

std::vector<LaunchLogs> AddRunsInOneState(std::vector<LaunchRecord> stored, std::vector<LaunchRecord> fresh,
                                          std::vector<SuiteSeries>& suite) {
  const std::vector<std::string> names = NamesOf(suite);
  std::vector<SuiteSeries> measured = suite;
  AddRunValues(stored, measured);
  const std::vector<LaunchLogs> fresh_measured = LogsOf(fresh, names);
  std::map<std::string, SameState> states = BringToOneState(stored, fresh);
  AddRunValues(stored, suite);
  for (std::size_t i = 0; i < suite.size(); ++i) {
    suite[i].state = states[names[i]];
    if (!suite[i].state.taken_out) continue;
    suite[i].measured_values = std::move(measured[i].run_values);
    suite[i].measured_values.push_back(RunValueOf(fresh_measured, i));
  }
  return LogsOf(fresh, names);
}

std::vector<LaunchLogs> LogsOf(const std::vector<LaunchRecord>& launches, const std::vector<std::string>& names) {
  return LogsOf(launches, names, [](const LaunchRecord&, const SeriesRecord& series) { return series.summary.median; });
}

Floors FloorsOf(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate,
                const std::vector<std::string>& names) {
  Floors floors = {LogsOf(baseline, names, FloorOf), LogsOf(candidate, names, FloorOf),
                   std::vector<double>(names.size(), 0)};
  for (const auto* launches : {&baseline, &candidate}) {
    for (const LaunchLogs& ticks : LogsOf(*launches, names, FloorTickOf)) {
      for (std::size_t i = 0; i < ticks.size(); ++i) {
        if (ticks[i] > floors.log_ticks[i]) floors.log_ticks[i] = ticks[i];  // not where it is NaN
      }
    }
  }
  return floors;
}

Circles CirclesOf(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate) {
  Circles circles;
  for (const LaunchRecord& launch : baseline) circles.baseline.push_back(CircleOf(launch));
  for (const LaunchRecord& launch : candidate) circles.candidate.push_back(CircleOf(launch));
  return circles;
}

std::vector<std::string> NamesOf(const std::vector<SuiteSeries>& suite) {
  std::vector<std::string> names;
  for (const SuiteSeries& series : suite) names.push_back(series.name);
  return names;
}

std::vector<std::string> NamesOf(const std::vector<SuiteSeries>& suite, const std::vector<std::size_t>& wanted) {
  std::vector<std::string> names;
  for (const std::size_t i : wanted) names.push_back(suite[i].name);
  return names;
}

}  // namespace mpigauge
