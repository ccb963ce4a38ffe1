#include "baselines/store/run_row.h"

#include <fmt/format.h>

#include <utility>

#include "baselines/store/checksum.h"
#include "baselines/store/secrets.h"

namespace mpigauge {
namespace {

// The status changes, and is one of a few texts.
std::int64_t RunChecksum(const RunRow& row) { return ChecksumOf({row.run_id, row.library, row.started_at, row.plan}); }

}  // namespace

RunRow RunRowOf(const Run& run) {
  RunRow row = {run.run_id, run.library, run.started_at, RunStatusName(run.status), JsonLine(WithoutSecrets(run.plan)),
                run.owner,  {}};
  row.checksum = RunChecksum(row);
  return row;
}

Run ToRun(RunRow row, const std::string& store) {
  RequireChecksum(row.checksum, RunChecksum(row), fmt::format("{}: run {}", store, row.run_id));
  Json plan = ParseJson(row.plan, "plan of run " + row.run_id);
  const RunStatus status = ParseRunStatus(row.status);
  return {std::move(row.run_id), std::move(row.library), std::move(row.started_at), status,
          std::move(plan),       std::move(row.owner)};
}

TagRow TagRowOf(const std::string& tag, const std::string& run_id) { return {tag, run_id, ChecksumOf({tag, run_id})}; }

void RequireWhole(const TagRow& row, const std::string& store) {
  RequireChecksum(row.checksum, ChecksumOf({row.tag, row.run_id}), fmt::format("{}: tag {}", store, row.tag));
}

NetworkModelRow NetworkModelRowOf(const std::string& run_id, const Json& model) {
  std::string content = JsonLine(model);
  const std::int64_t checksum = ChecksumOf({run_id, content});
  return {run_id, std::move(content), checksum};
}

Json ToNetworkModel(const NetworkModelRow& row, const std::string& store) {
  const std::string what = fmt::format("{}: the network model of run {}", store, row.run_id);
  RequireChecksum(row.checksum, ChecksumOf({row.run_id, row.content}), what);
  return ParseJson(row.content, what);
}

}  // namespace mpigauge
