#include "baselines/compare/without_times.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "baselines/compare/comparability.h"

namespace mpigauge {

namespace {

// `series` is a SeriesRecord or a SeriesComparison.
template <typename Named>
SeriesComparison NamedWithoutTimes(const Named& series, Broken broken, const std::string& why) {
  SeriesComparison result;
  result.name = series.name;
  result.case_name = series.case_name;
  result.family = series.family;
  result.parameters = series.parameters;
  result.broken = broken;
  result.why_broken = why;
  result.p_slower = result.p_adjusted = result.p_faster_adjusted = std::nan("");
  result.ratio = result.low = result.high = result.level = std::nan("");
  result.baseline_median = result.candidate_median = std::nan("");
  result.local_ratio = std::nan("");
  return result;
}

}  // namespace

SeriesComparison WithoutTimes(const SeriesRecord& series, Broken broken, const std::string& why) {
  return NamedWithoutTimes(series, broken, why);
}

SeriesComparison WithoutTimes(const SeriesComparison& series, Broken broken, const std::string& why) {
  SeriesComparison result = NamedWithoutTimes(series, broken, why);
  result.missing = series.missing;
  result.suspects = series.suspects;
  return result;
}

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

std::string WrongDataText(const Fault& fault) {
  return fmt::format("wrong data on rank {}: {}", fault.rank, fault.message);
}

std::vector<SeriesComparison> TakeWrongData(const Side& candidate, Samples& before, Samples& after) {
  std::vector<SeriesComparison> taken;
  for (const auto& [name, series] : WrongSeries(candidate)) {
    if (series->family == "control") continue;
    before.erase(name);
    after.erase(name);
    taken.push_back(WithoutTimes(*series, Broken::kWrongData, WrongDataText(*series->fault)));
  }
  return taken;
}

std::vector<std::string> WrongDataNotes(const Side& baseline, const Side& candidate) {
  std::vector<std::string> notes;
  for (const Side* side : {&baseline, &candidate}) {
    for (const auto& [name, series] : WrongSeries(*side)) {
      if (side == &candidate && series->family != "control") continue;  // its verdict says so
      notes.push_back(fmt::format("{}: wrong data in the {}, on rank {}: {}", name,
                                  side == &baseline ? "baseline" : "candidate", series->fault->rank,
                                  series->fault->message));
    }
  }
  return notes;
}

namespace {

// An operation that launches died in.
struct DeadlySeries {
  const SeriesRecord* series = nullptr;  // of the first of them
  std::size_t launches = 0;
};

bool DiedIn(const SeriesRecord& series) {
  return series.fault && (series.fault->kind == FaultKind::kCrash || series.fault->kind == FaultKind::kHang);
}

std::map<std::string, DeadlySeries> DeadlyOf(const std::vector<LaunchRecord>& lost) {
  std::map<std::string, DeadlySeries> deadly;
  for (const LaunchRecord& launch : lost) {
    for (const SeriesRecord& series : launch.series) {
      if (!DiedIn(series)) continue;
      DeadlySeries& one = deadly[series.name];
      if (one.series == nullptr) one.series = &series;
      ++one.launches;
    }
  }
  return deadly;
}

// Keeps the launches that came so far as to know their environment.
std::vector<LaunchRecord> WithEnvironment(std::vector<LaunchRecord> lost) {
  std::erase_if(lost, [](const LaunchRecord& launch) { return launch.environment.key.empty(); });
  return lost;
}

}  // namespace

Comparison EmptyComparison(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  Comparison comparison;
  comparison.baseline = baseline.label;
  comparison.candidate = candidate.label;
  comparison.alpha = settings.alpha;
  comparison.confidence = settings.confidence;
  return comparison;
}

Comparison CompareWithLost(const Side& baseline, const Side& candidate, const CompareSettings& settings) {
  Comparison comparison = EmptyComparison(baseline, candidate, settings);
  const std::vector<LaunchRecord> measured = WithEnvironment(candidate.lost);
  const auto own = LaunchesOfEnvironment(baseline.launches, measured, settings.allowed_fields);
  Comparability comparability = CheckComparable(own ? *own : baseline.launches, measured, settings.allowed_fields);
  comparison.allowed_differences = std::move(comparability.allowed);
  comparison.context_differences = std::move(comparability.context);

  Samples none;
  comparison.series = TakeWrongData(candidate, none, none);
  auto all = DeadlyOf(candidate.lost);
  for (const SeriesComparison& wrong : comparison.series) all.erase(wrong.name);
  for (const auto& [name, deadly] : all) {
    const Fault& fault = *deadly.series->fault;
    comparison.series.push_back(
        WithoutTimes(*deadly.series, Broken::kDoesNotWork,
                     fmt::format("no launch of the candidate finished, and {} of {} ended in this series; {}: {}",
                                 deadly.launches, candidate.lost.size(), FaultKindName(fault.kind), fault.message)));
  }
  comparison.notes = WrongDataNotes(baseline, candidate);
  return comparison;
}

}  // namespace mpigauge
