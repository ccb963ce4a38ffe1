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

LaunchRecord ToLaunch(const LaunchRow& row, const std::string& store) {
  LaunchRecord record;
  record.launch_id = row.launch_id;
  record.run_id = row.run_id;
  record.launch_index = row.launch_index;
  record.started_at = row.started_at;
  record.duration_seconds = row.duration_seconds;
  record.status = LaunchStatusFromName(row.status);
  record.status_text = row.status_text;
  const std::string what = fmt::format("{}: launch {}", store, record.launch_id);
  RequireChecksum(row.checksum, LaunchChecksum(row), what);
  const auto fields = [&](const std::string& json) {
    using Fields = std::map<std::string, std::string>;
    return ReadingJson(what, [&] { return ParseJson(json, what).get<Fields>(); });
  };
  record.environment = {fields(row.key), fields(row.context)};
  record.settings = fields(row.settings);
  if (row.content) record.environment.selection = fields(*row.content);
  return record;
}

}  // namespace mpigauge
