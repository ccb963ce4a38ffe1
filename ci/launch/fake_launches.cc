#include "ci/launch/fake_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/uuid.h"
#include "record/process_figures.h"
#include "record/record.h"
#include "record/testing.h"
#include "record/waiting_use.h"

namespace mpigauge {
namespace {

void TakeTimesAway(FaultKind kind, SeriesRecord& series) {
  series.fault = Fault{kind, 1, "as the test asks"};
  series.passes.clear();
  Summarize(series);
}

void Slow(double times, VisitReferences& references) {
  for (ReferenceTimes* one : {&references.before, &references.after}) {
    *one = {times * one->handover, times * one->block, times * one->arithmetic, times * one->network};
  }
}

// Turns a record into the remains of a launch that was cut off: what it had measured, which nobody is to believe; of
// one that never began to measure, its head.
void EndBeforeItsTime(const FakeLibrary& library, LaunchRecord& record) {
  record.status_text = "as the test asks";
  if (record.status == LaunchStatus::kFailed) {
    record.series.clear();
    record.environment = Environment();
    record.settings.clear();
  }
  for (SeriesRecord& series : record.series) {
    if (series.name != library.dies_in) continue;
    TakeTimesAway(record.status == LaunchStatus::kHung ? FaultKind::kHang : FaultKind::kCrash, series);
  }
}

}  // namespace

MakeLaunches FakeHost::Make() {
  return [this](const std::vector<LaunchPlan>& plans, const std::string& /*what*/) {
    return std::make_unique<FakeLaunches>(*this, plans, ++seed);
  };
}

FakeLaunches::FakeLaunches(FakeHost& host, const std::vector<LaunchPlan>& plans, std::uint64_t seed)
    : host_(host), random_(seed) {
  for (const LaunchPlan& plan : plans) {
    CampaignRun& run = runs_.emplace_back();
    run.run_id = NewUuid();
    run.library = plan.library.label;
    checks_whole_[run.run_id] = std::ranges::count(plan.bench_arguments, "--verify=all") > 0;
    host_.store.runs().Add({run.run_id, run.library, "2026-01-01T00:00:00Z", RunStatus::kRunning, ToJson(plan)});
  }
}

void FakeLaunches::Launch(int launches, const std::vector<std::string>& only, const Deadline& /*deadline*/) {
  if (host_.before_launch) host_.before_launch();
  host_.asked.push_back(only);
  const std::string circle = host_.turns && runs_.size() > 1 ? NewUuid() : "";
  double block = host_.blocks_differ * normal_(random_);
  for (int i = 0; i < launches && !out_of_time_; ++i) {
    out_of_time_ = launched_ >= host_.most;
    if (out_of_time_) break;
    if (circle.empty()) block = host_.blocks_differ * normal_(random_);
    for (CampaignRun& run : runs_) LaunchOne(run, launched_, block, circle, only);
    ++launched_;
  }
  for (const CampaignRun& run : runs_)
    host_.store.runs().SetStatus(run.run_id, run.complete > 0 ? RunStatus::kComplete : RunStatus::kFailed);
}

void FakeLaunches::LaunchOne(CampaignRun& run, int index, double block, const std::string& circle,
                             const std::vector<std::string>& only) {
  const FakeLibrary& library = host_.libraries[run.library];
  std::map<std::string, double> medians;
  for (const auto& [name, seconds] : host_.medians) {
    if (!only.empty() && std::find(only.begin(), only.end(), name) == only.end()) continue;
    const auto slower = library.slower.find(name);
    const double own = slower == library.slower.end() ? 0 : std::log1p(slower->second);
    medians[name] = seconds * std::exp(own + block + host_.launches_differ * normal_(random_));
  }
  LaunchRecord record = ExampleLaunch(run.run_id, index, medians);
  record.environment.key["mpi_implementation"] = library.implementation;
  if (!circle.empty()) record.settings["circle"] = circle;
  if (library.waiting) SetWaitingUse({1, 2 * *library.waiting, *library.waiting}, record);
  if (library.peak) SetPeakMemory(*library.peak + 4096L * index, record);
  if (checks_whole_[run.run_id]) record.settings["verify"] = "all";
  for (SeriesRecord& series : record.series) {
    series.cpu_seconds = 1.5 * library.processor * series.summary.median;  // a visit's preparations take some, too
    for (Pass& pass : series.passes) Slow(host_.references, pass.references);
    if (host_.times) {
      Pass& pass = series.passes[0];
      pass.observations_seconds = host_.times(run.library, series.name, index, medians[series.name], random_);
      pass.local_seconds = pass.observations_seconds;
      Summarize(series);
    }
    for (const auto* faults : {&library.faults, &library.errors, &library.when_checked_whole}) {
      const auto fault = faults->find(series.name);
      const bool has_it =
          faults == &library.when_checked_whole ? checks_whole_[run.run_id] : faults == &library.faults || index == 0;
      if (fault != faults->end() && has_it) TakeTimesAway(fault->second, series);
    }
  }
  const auto place = static_cast<std::size_t>(index);
  if (place < library.statuses.size()) record.status = library.statuses[place];
  if (record.status == LaunchStatus::kComplete) {
    ++run.complete;
  } else {
    EndBeforeItsTime(library, record);
    run.problems.push_back(fmt::format("launch {} of {}: {}", index + 1, run.library, LaunchStatusName(record.status)));
  }
  host_.store.runs().AddLaunch(record);
}

}  // namespace mpigauge
