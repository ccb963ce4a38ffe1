#include "baselines/compare/lost_candidate.h"

#include <fmt/format.h>

#include <map>

#include "baselines/compare/comparability.h"
#include "baselines/compare/without_times.h"
#include "baselines/compare/wrong_data.h"

namespace mpigauge {
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

// Those that came so far as to know what they ran on.
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
  comparison.method = settings.method.method;
  comparison.correction = settings.correction.correction;
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
                     fmt::format("no launch of the candidate came to its end, and {} of {} ended here; {}: {}",
                                 deadly.launches, candidate.lost.size(), FaultKindName(fault.kind), fault.message)));
  }
  NoteWrongData(baseline, candidate, comparison.notes);
  return comparison;
}

}  // namespace mpigauge
