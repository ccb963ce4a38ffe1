#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "record/record.h"

namespace mpigauge {

// A row of the table `launches`, with what it names of other tables.
struct LaunchRow {
  // A condition may follow.
  static constexpr const char* kFrom =
      "FROM launches JOIN runs USING(run_id) JOIN environments USING(environment_id) "
      "LEFT JOIN selections USING(selection_id) ";

  std::string launch_id;
  std::string run_id;
  std::int64_t launch_index = 0;
  std::string started_at;
  double duration_seconds = 0;
  std::string status;
  std::string status_text;
  std::string key;
  std::string context;
  std::string settings;
  std::optional<std::string> content;  // of its selection
  std::optional<std::int64_t> results_checksum;
  std::optional<std::int64_t> checksum;
  std::int64_t launch_count = 0;  // of its run

  static void Columns(auto& row, auto&& each) {
    each("launch_id", row.launch_id);
    each("run_id", row.run_id);
    each("launch_index", row.launch_index);
    each("launches.started_at", row.started_at);
    each("duration_seconds", row.duration_seconds);
    each("launches.status", row.status);
    each("status_text", row.status_text);
    each("key", row.key);
    each("context", row.context);
    each("settings", row.settings);
    each("content", row.content);
    each("results_checksum", row.results_checksum);
    each("launches.checksum", row.checksum);
    each("launch_count", row.launch_count);
  }
};

// The checksum of all columns before it.
std::int64_t LaunchChecksum(const LaunchRow& row);

// The environment alone, without what was selected. Throws as ToLaunch.
Environment ToEnvironment(const LaunchRow& row, const std::string& store);

// Without its series. Throws Error that names the store and the launch where it is not as it was stored.
LaunchRecord ToLaunch(const LaunchRow& row, const std::string& store);

}  // namespace mpigauge
