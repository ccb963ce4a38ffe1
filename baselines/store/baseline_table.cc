#include "baselines/store/baseline_table.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"

namespace mpigauge {
namespace {

// A run in the list of a version.
struct ListedRunRow {
  std::string name;
  std::int64_t version = 0;
  std::string run_id;

  static void Columns(auto& row, auto&& each) {
    each("name", row.name);
    each("version", row.version);
    each("run_id", row.run_id);
  }
};

}  // namespace

std::int64_t RunsChecksum(const std::vector<std::string>& run_ids) {
  const std::set<std::string> sorted(run_ids.begin(), run_ids.end());
  return ChecksumOf(SqlValues(sorted.begin(), sorted.end()));
}

BaselineRow BaselineVersion::Row() const {
  BaselineRow row = {baseline.name, baseline.version, baseline.created_at, baseline.note,
                     removed_at,    baseline.keep,    runs_checksum,       std::nullopt};
  row.checksum = ChecksumOf(
      {row.name, row.version, row.created_at, row.note, ToSql(row.removed_at), row.keep, ToSql(row.runs_checksum)});
  return row;
}

bool BaselineVersion::operator==(const BaselineVersion& other) const {
  return baseline.created_at == other.baseline.created_at &&
         RunsChecksum(baseline.run_ids) == RunsChecksum(other.baseline.run_ids);
}

BaselineVersion BaselineTable::HeadOf(const BaselineRow& row) const {
  BaselineVersion version;
  version.baseline = {row.name, static_cast<int>(row.version), row.created_at, row.note, {}, row.keep};
  version.removed_at = row.removed_at;
  version.runs_checksum = row.runs_checksum;
  const std::string what = fmt::format("{}: {}", database_.name(), version.Name());
  if (version.baseline.version != row.version) ThrowDamaged(what);
  RequireChecksum(row.checksum, version.Row().checksum.value(), what);
  return version;
}

void BaselineTable::FillRuns(BaselineVersion& version) const {
  Baseline& baseline = version.baseline;
  database_.Query(
      "SELECT run_id FROM baseline_runs LEFT JOIN runs USING(run_id) WHERE name = $1 AND version = $2 "
      "ORDER BY started_at, run_id",
      {baseline.name, std::int64_t{baseline.version}},
      [&](const SqlRow& row) { baseline.run_ids.push_back(row.Text(0)); });
  RequireRuns(version);
}

std::vector<BaselineVersion> BaselineTable::Heads() const {
  std::vector<BaselineVersion> versions;
  Select<BaselineRow>(database_, kFrom, {}, [&](const BaselineRow& row) { versions.push_back(HeadOf(row)); });
  return versions;
}

std::vector<BaselineVersion> BaselineTable::Versions() const {
  std::map<std::pair<std::string, std::int64_t>, std::vector<std::string>> runs;
  Select<ListedRunRow>(database_, "FROM baseline_runs LEFT JOIN runs USING(run_id) ORDER BY started_at, run_id", {},
                       [&](const ListedRunRow& row) {
                         runs[{row.name, row.version}].push_back(row.run_id);
                       });
  std::vector<BaselineVersion> versions = Heads();
  for (BaselineVersion& one : versions) {
    one.baseline.run_ids = std::move(runs[{one.baseline.name, std::int64_t{one.baseline.version}}]);
    RequireRuns(one);
  }
  return versions;
}

void BaselineTable::RequireRuns(const BaselineVersion& version) const {
  RequireChecksum(version.runs_checksum, RunsChecksum(version.baseline.run_ids),
                  [&] { return fmt::format("{}: the list of runs of {}", database_.name(), version.Name()); });
}

void BaselineTable::Add(const BaselineVersion& version) {
  const Baseline& baseline = version.baseline;
  BaselineVersion stored = version;
  stored.runs_checksum = RunsChecksum(baseline.run_ids);
  InsertRow(database_, "baselines", stored.Row(),
            "ON CONFLICT(name, version) DO UPDATE SET note = excluded.note, removed_at = excluded.removed_at, "
            "keep = excluded.keep, runs_checksum = excluded.runs_checksum, checksum = excluded.checksum");
  for (const std::string& run_id : baseline.run_ids) {
    InsertRow(database_, "baseline_runs", ListedRunRow{baseline.name, baseline.version, run_id},
              "ON CONFLICT DO NOTHING");
  }
}

void BaselineTable::Update(const BaselineVersion& version) {
  const BaselineRow row = version.Row();
  database_.Execute(
      "UPDATE baselines SET removed_at = $1, runs_checksum = $2, checksum = $3 WHERE name = $4 AND version = $5",
      {ToSql(row.removed_at), ToSql(row.runs_checksum), ToSql(row.checksum), row.name, row.version});
}

}  // namespace mpigauge
