#include "baselines/store/launch_row.h"

#include <fmt/format.h>

#include <map>

#include "base/json.h"
#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"

namespace mpigauge {

std::int64_t LaunchChecksum(const LaunchRow& row) {
  return ChecksumOf({row.launch_id, row.run_id, row.launch_index, row.started_at, row.duration_seconds, row.status,
                     row.status_text, row.key, row.context, row.settings, ToSql(row.content),
                     ToSql(row.results_checksum)});
}

namespace {

using Fields = std::map<std::string, std::string>;

std::string NameOf(const LaunchRow& row, const std::string& store) {
  return fmt::format("{}: launch {}", store, row.launch_id);
}

void RequireWhole(const LaunchRow& row, const std::string& store) {
  RequireChecksum(row.checksum, LaunchChecksum(row), NameOf(row, store));
}

Fields FieldsOf(const std::string& json, const std::string& what) {
  return ReadingJson(what, [&] { return ParseJson(json, what).get<Fields>(); });
}

}  // namespace

Environment ToEnvironment(const LaunchRow& row, const std::string& store) {
  RequireWhole(row, store);
  const std::string what = NameOf(row, store);
  return {FieldsOf(row.key, what), FieldsOf(row.context, what)};
}

LaunchRecord ToLaunch(const LaunchRow& row, const std::string& store) {
  LaunchRecord record;
  record.launch_id = row.launch_id;
  record.run_id = row.run_id;
  record.launch_index = row.launch_index;
  record.started_at = row.started_at;
  record.duration_seconds = row.duration_seconds;
  record.status = LaunchStatusFromName(row.status);
  record.status_text = row.status_text;
  record.environment = ToEnvironment(row, store);
  const std::string what = NameOf(row, store);
  record.settings = FieldsOf(row.settings, what);
  if (row.content) record.environment.selection = FieldsOf(*row.content, what);
  return record;
}

}  // namespace mpigauge
