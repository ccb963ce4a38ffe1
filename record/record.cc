#include "record/record.h"

#include <algorithm>
#include <span>

#include "base/enum_text.h"
#include "stats/sequence.h"

namespace mpigauge {
namespace {

constexpr EnumTexts<LaunchStatus, 6> kStatuses = {{{LaunchStatus::kComplete, "complete"},
                                                   {LaunchStatus::kCrashed, "crashed"},
                                                   {LaunchStatus::kHung, "hung"},
                                                   {LaunchStatus::kFailed, "failed"},
                                                   {LaunchStatus::kInterrupted, "interrupted"},
                                                   {LaunchStatus::kBadNode, "bad-node"}}};

constexpr EnumTexts<FaultKind, 6> kKinds = {{{FaultKind::kError, "error"},
                                             {FaultKind::kWrongData, "wrong-data"},
                                             {FaultKind::kNoValidObservation, "no-valid-observation"},
                                             {FaultKind::kClocksApart, "clocks-apart"},
                                             {FaultKind::kCrash, "crash"},
                                             {FaultKind::kHang, "hang"}}};

}  // namespace

std::string LaunchStatusName(LaunchStatus status) { return TextOf(kStatuses, status); }
LaunchStatus LaunchStatusFromName(std::string_view name) { return FromText(kStatuses, name, "status of a launch"); }
std::string FaultKindName(FaultKind kind) { return TextOf(kKinds, kind); }
FaultKind FaultKindFromName(std::string_view name) { return FromText(kKinds, name, "kind of fault"); }

std::string SeriesName(std::string_view case_name, const Parameters& parameters) {
  std::string name(case_name);
  for (const auto& [key, value] : parameters) name += "/" + key + ":" + std::to_string(value);
  return name;
}

std::int64_t ParameterOr(const Parameters& parameters, std::string_view name, std::int64_t otherwise) {
  for (const auto& [key, value] : parameters) {
    if (key == name) return value;
  }
  return otherwise;
}

std::vector<double> SeriesRecord::Observations() const {
  std::vector<double> all;
  for (const Pass& pass : passes) {
    all.insert(all.end(), pass.observations_seconds.begin(), pass.observations_seconds.end());
  }
  return all;
}

std::vector<double> SeriesRecord::Times() const {
  std::vector<double> times = Observations();
  for (double& time : times) time = std::max(time - overhead_seconds, 0.0);
  return times;
}

std::vector<double> SeriesRecord::LocalTimes() const {
  std::vector<double> all;
  for (const Pass& pass : passes) all.insert(all.end(), pass.local_seconds.begin(), pass.local_seconds.end());
  return all;
}

std::int64_t SeriesRecord::Late() const {
  std::int64_t late = 0;
  for (const Pass& pass : passes) late += pass.late;
  return late;
}

bool SeriesRecord::LacksObservations() const {
  return summary.count > 0 &&
         std::all_of(passes.begin(), passes.end(), [](const Pass& pass) { return pass.observations_seconds.empty(); });
}

double SeriesRecord::ResolutionSeconds() const {
  constexpr double kNanosecond = 1e-9;
  const double tick = tick_seconds > 0 ? tick_seconds : kNanosecond;
  return method.mode == "part" ? tick
                               : tick / static_cast<double>(std::max<std::int64_t>(operations_per_observation, 1));
}

std::map<std::string, double> SeriesRecord::Counters() const {
  std::map<std::string, std::vector<double>> values;
  for (const Pass& pass : passes) {
    for (const auto& [name, value] : pass.counters) values[name].push_back(value);
  }
  std::map<std::string, double> medians;
  for (const auto& [name, all] : values) medians[name] = Summarize(all).median;
  return medians;
}

namespace {

// The lower one of the middle two: what is said of the resolution shall not be too good.
std::int64_t UsualOperations(const std::vector<Pass>& passes) {
  std::vector<std::int64_t> operations;
  for (const Pass& pass : passes) operations.push_back(pass.operations);
  const auto middle = operations.begin() + (std::ssize(operations) - 1) / 2;
  std::nth_element(operations.begin(), middle, operations.end());
  return *middle;
}

// Makes the reports of ranks from the observations that are there; a record that was read keeps the reports that it
// came with.
void ReportRanks(SeriesRecord& series) {
  std::vector<std::vector<double>> ranks;
  for (const Pass& pass : series.passes) {
    ranks.resize(std::max(ranks.size(), pass.rank_seconds.size()));
    for (std::size_t rank = 0; rank < pass.rank_seconds.size(); ++rank) {
      ranks[rank].insert(ranks[rank].end(), pass.rank_seconds[rank].begin(), pass.rank_seconds[rank].end());
    }
  }
  if (ranks.empty()) return;
  series.rank_reports.clear();
  for (const auto& times : ranks) {
    const auto correct = static_cast<std::int64_t>(times.size());
    series.rank_reports.push_back(ReportAsMpiperf(times, correct + series.Late()));
  }
}

}  // namespace

void Summarize(SeriesRecord& series) {
  if (!series.passes.empty()) series.operations_per_observation = UsualOperations(series.passes);
  const std::vector<double> observations = series.Observations();
  const std::vector<double> local_times = series.LocalTimes();
  const std::size_t cut = DetectWarmUp(observations).cut;
  const auto settled = std::span(observations).subspan(cut);
  const std::vector<double> times = series.Times();
  series.warm_up_observations = static_cast<std::int64_t>(cut);
  series.effective_observations = EffectiveObservations(settled).count;
  series.summary = Summarize(std::span(times).subspan(cut));
  series.classes = CountTimes(std::span(times).subspan(cut));
  series.local_summary = Summarize(std::span(local_times).subspan(cut));
  ReportRanks(series);
}

void CountClasses(SeriesRecord& series) {
  const std::vector<double> times = series.Times();
  const auto settled = static_cast<std::size_t>(std::max<std::int64_t>(series.summary.count, 0));
  const auto last = std::span(times).last(std::min(settled, times.size()));
  series.classes = CountTimes(last);
  if (!last.empty()) series.summary.mean = Summarize(last).mean;  // in the order in which the record's own was summed
}

}  // namespace mpigauge
