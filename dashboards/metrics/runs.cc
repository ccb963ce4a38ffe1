#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"

namespace mpigauge {
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

// Hosts of launches that count for nothing, less those that did well in another launch.
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
  const auto launches = store.Launches(run.run_id, Store::Detail::kHeads);
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
