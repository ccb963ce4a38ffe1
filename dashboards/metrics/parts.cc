#include "dashboards/metrics/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "baselines/history/changes.h"
#include "baselines/history/history.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {

void AddBaselines(Store& store, Families& families) {
  std::size_t count = 0;
  for (const Baseline& baseline : store.baselines().All()) {
    if (++count > kMostBaselines) return;
    families.Add("mpigauge_baseline_timestamp_seconds", {baseline.name}, UnixTime(baseline.created_at));
    families.Add("mpigauge_baseline_runs", {baseline.name}, static_cast<double>(baseline.run_ids.size()));
    const std::string kind = baseline.keep == 0 ? "pinned" : "rolling";
    families.Add("mpigauge_baseline_info", {baseline.name, std::to_string(baseline.version), kind}, 1);
  }
}

void AddCalibration(const Calibration& calibration, Families& families) {
  families.Add("mpigauge_calibration_timestamp_seconds", {}, UnixTime(calibration.made_at));
  ReadingJson("calibration " + calibration.calibration_id, [&] {
    const Json& gate = calibration.content.at("rules").at(0);
    const Json& alarms = gate.at("false_gates");
    families.Add("mpigauge_calibration_false_alarm_ratio", {}, alarms.at("share"));
    for (const char* bound : {"low", "high"}) {
      families.Add("mpigauge_calibration_false_alarm_ratio_bound", {bound}, alarms.at(bound));
    }
    for (const Json& one : gate.at("slowdowns")) {
      families.Add("mpigauge_calibration_power_ratio", {fmt::format("{:g}", one.at("slowdown").get<double>())},
                   one.at("found").at("share"));
    }
  });
}

void AddNewestCalibration(Store& store, Families& families) {
  for (const Calibration& calibration : store.gates().Calibrations(1)) AddCalibration(calibration, families);
}

std::vector<Change> NewestChanges(Store& store) {
  const History history = LoadHistory(store, {});
  const Changes found = FindChanges(history, {});
  std::vector<Change> newest;
  for (auto event = found.events.rbegin(); event != found.events.rend() && newest.size() < kMostChangePoints; ++event) {
    const HistoryRun& run = history.runs[event->run];
    newest.push_back({{event->case_name, KindText(event->kind), CauseText(event->cause), run.library},
                      UnixTime(run.started_at),
                      event->ratio});
  }
  return newest;
}

void AddChange(const Change& change, Families& families) {
  families.Add("mpigauge_change_timestamp_seconds", change.labels, change.unix_time);
  families.Add("mpigauge_change_ratio", change.labels, change.ratio);
}

void AddChanges(const std::vector<Change>& changes, Families& families) {
  std::set<std::vector<std::string>> seen;
  for (const Change& change : changes) {
    if (seen.insert(change.labels).second) AddChange(change, families);
  }
}

namespace {

std::string ContextOf(const LaunchRecord& launch, const std::string& field) {
  const auto found = launch.environment.context.find(field);
  return found == launch.environment.context.end() ? "" : found->second;
}

double NumberOf(const std::string& text) {
  double number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  return result.ec == std::errc() ? number : std::numeric_limits<double>::quiet_NaN();
}

// The largest that any launch saw, at its begin or end; NaN where none says.
double ClockError(const std::vector<LaunchRecord>& launches) {
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const LaunchRecord& launch : launches) {
    for (const char* field : {"clock_error_start_seconds", "clock_error_end_seconds"}) {
      largest = std::fmax(largest, std::fabs(NumberOf(ContextOf(launch, field))));
    }
  }
  return largest;
}

// Hosts of launches that do not count, less those that did well in another launch.
std::set<std::string> BadNodes(const std::vector<LaunchRecord>& launches) {
  const auto hosts = [&](LaunchStatus status) {
    std::set<std::string> names;
    for (const LaunchRecord& launch : launches) {
      if (launch.status != status) continue;
      std::istringstream words(ContextOf(launch, "host_names"));
      for (std::string name; words >> name;) names.insert(name);
    }
    return names;
  };
  std::set<std::string> bad = hosts(LaunchStatus::kBadNode);
  for (const std::string& good : hosts(LaunchStatus::kComplete)) bad.erase(good);
  return bad;
}

}  // namespace

void AddRun(Store& store, const Run& run, Families& families) {
  const auto launches = store.runs().Launches(run.run_id, LaunchDetail::kHeads);
  families.Add("mpigauge_run_timestamp_seconds", {}, UnixTime(run.started_at));
  for (const LaunchStatus status : kLaunchStatuses) {
    const auto count = std::count_if(launches.begin(), launches.end(),
                                     [&](const LaunchRecord& launch) { return launch.status == status; });
    families.Add("mpigauge_run_launches", {LaunchStatusName(status)}, static_cast<double>(count));
  }
  if (launches.empty()) return;
  std::string version;  // a launch that never began to measure does not know it
  for (const LaunchRecord& launch : launches) {
    if (version.empty()) version = ContextOf(launch, "mpi_library_version");
  }
  families.Add("mpigauge_run_info", {run.library, run.run_id, version}, 1);
  families.Add("mpigauge_run_clock_error_seconds", {}, ClockError(launches));
  std::size_t nodes = 0;
  for (const std::string& node : BadNodes(launches)) {
    if (++nodes <= kMostNodes) families.Add("mpigauge_node_bad", {node}, 1);
  }
}

}  // namespace mpigauge
