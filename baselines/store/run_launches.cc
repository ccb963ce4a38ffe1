// The launches of the archive.
#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "baselines/store/columns.h"
#include "baselines/store/known_series.h"
#include "baselines/store/launch_difference.h"
#include "baselines/store/launch_row.h"
#include "baselines/store/result_table.h"
#include "baselines/store/run_archive.h"

namespace mpigauge {
namespace {

std::string LaunchesWhere(std::string_view condition) { return fmt::format("{}WHERE {}", LaunchRow::kFrom, condition); }

std::int64_t EnvironmentId(Database& database, const Environment& environment) {
  const std::string key = JsonLine(environment.key);
  database.Execute("INSERT INTO environments(key) VALUES($1) ON CONFLICT DO NOTHING", {key});
  std::int64_t id = 0;
  database.Query("SELECT environment_id FROM environments WHERE key = $1", {key},
                 [&](const SqlRow& row) { id = row.Integer(0); });
  return id;
}

// NULL where nothing was selected. This is called in a transaction, so nobody else adds the same. The content is too
// long for an index of PostgreSQL, and there are as many as libraries and their settings: few.
SqlValue SelectionId(Database& database, const Environment& environment) {
  if (environment.selection.empty()) return nullptr;
  const std::string content = JsonLine(Json(environment.selection));
  SqlValue id = nullptr;
  const auto find = [&] {
    database.Query("SELECT selection_id FROM selections WHERE content = $1", {content},
                   [&](const SqlRow& row) { id = row.Integer(0); });
    return !std::holds_alternative<std::nullptr_t>(id);
  };
  if (!find()) {
    database.Execute("INSERT INTO selections(content) VALUES($1)", {content});
    find();
  }
  return id;
}

// The launch without its results. The checksum is of what the row says when it is read.
void AddHead(Database& database, const LaunchRecord& record, std::int64_t results_checksum) {
  database.Execute(
      "INSERT INTO launches(launch_id, run_id, launch_index, started_at, duration_seconds, status, status_text, "
      "environment_id, context, settings, selection_id, results_checksum) "
      "VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
      {record.launch_id, record.run_id, record.launch_index, record.started_at, record.duration_seconds,
       LaunchStatusName(record.status), record.status_text, EnvironmentId(database, record.environment),
       JsonLine(record.environment.context), JsonLine(record.settings), SelectionId(database, record.environment),
       results_checksum});
  const auto row = SelectRow<LaunchRow>(database, LaunchesWhere("launch_id = $1"), {record.launch_id});
  database.Execute("UPDATE launches SET checksum = $1 WHERE launch_id = $2",
                   {LaunchChecksum(row.value()), record.launch_id});
  database.Execute("UPDATE runs SET launch_count = launch_count + 1 WHERE run_id = $1", {record.run_id});
}

void RemoveLaunch(Database& database, const std::string& launch_id) {
  database.Execute(
      "UPDATE runs SET launch_count = launch_count - 1 WHERE run_id = (SELECT run_id FROM launches "
      "WHERE launch_id = $1)",
      {launch_id});
  database.Execute("DELETE FROM results WHERE launch_id = $1", {launch_id});
  database.Execute("DELETE FROM launches WHERE launch_id = $1", {launch_id});
}

}  // namespace

std::optional<Environment> RunArchive::EnvironmentOf(const std::string& run_id) {
  const auto row = SelectRow<LaunchRow>(
      database_, LaunchesWhere("run_id = $1 AND launches.status = 'complete' ORDER BY launch_index, launch_id LIMIT 1"),
      {run_id});
  return row ? std::optional(ToEnvironment(*row, database_.name())) : std::nullopt;
}

std::map<std::string, Environment> RunArchive::EnvironmentsOf(const std::vector<Run>& runs) {
  std::set<std::string> wanted;
  for (const Run& run : runs) wanted.insert(run.run_id);
  std::map<std::string, Environment> environments;
  Select<LaunchRow>(database_,
                    LaunchesWhere("launch_id IN (SELECT launch_id FROM (SELECT launch_id, row_number() OVER (PARTITION "
                                  "BY run_id ORDER BY launch_index, launch_id) AS place FROM launches "
                                  "WHERE status = 'complete') AS complete WHERE place = 1)"),
                    {}, [&](const LaunchRow& row) {
                      if (wanted.contains(row.run_id)) environments[row.run_id] = ToEnvironment(row, database_.name());
                    });
  return environments;
}

std::optional<LaunchRecord> RunArchive::FindLaunch(const std::string& launch_id) {
  const auto row = SelectRow<LaunchRow>(database_, LaunchesWhere("launch_id = $1"), {launch_id});
  if (!row) return std::nullopt;
  LaunchRecord launch = ToLaunch(*row, database_.name());
  series_.Learn();
  launch.series = ResultTable(database_, series_).Of(launch_id, LaunchDetail::kObservations);
  return launch;
}

bool RunArchive::HasLaunch(const LaunchRecord& record) {
  const std::optional<LaunchRecord> there = FindLaunch(record.launch_id);
  if (!there) return false;
  const bool same_place = there->run_id == record.run_id && there->launch_index == record.launch_index;
  // The part that was saved of a launch while it ran holds less than its record, and several texts say how it was cut
  // off.
  const bool comparable = there->status == record.status && record.status != LaunchStatus::kInterrupted;
  const std::string difference = comparable || !same_place ? DifferenceOf(*there, record) : "";
  if (!difference.empty()) {
    throw UsageError("{}: launch {} of run {} is stored already, with other content ({}); was its record changed?",
                     database_.name(), record.launch_id, record.run_id, difference);
  }
  // A launch on a bad node is whole, and not to be taken for a good one.
  const bool part = there->status != LaunchStatus::kComplete && there->status != LaunchStatus::kBadNode;
  if (!part || record.status != LaunchStatus::kComplete) return true;
  RemoveLaunch(database_, record.launch_id);
  return false;
}

bool RunArchive::Knows(const std::string& launch_id) {
  return SelectRow<LaunchRow>(database_, LaunchesWhere("launch_id = $1"), {launch_id}).has_value();
}

bool RunArchive::Place(const LaunchRecord& record) {
  if (HasLaunch(record)) return false;
  const auto& context = record.environment.context;
  const auto version = context.find("mpi_library_version");
  Add({record.run_id, version == context.end() ? "unknown" : version->second, record.started_at, RunStatus::kComplete,
       Json::object()});
  ResultTable table(database_, series_);
  std::vector<ResultRow> results = table.RowsOf(record);
  AddHead(database_, record, ResultTable::Checksum(results));
  table.Add(std::move(results));
  return true;
}

bool RunArchive::AddLaunch(const LaunchRecord& record) { return AddAll({}, std::span(&record, 1)) == 1; }

std::size_t RunArchive::AddAll(const std::vector<Run>& runs, std::span<const LaunchRecord> launches) {
  std::size_t added = 0;
  try {
    database_.InTransaction([&] {
      added = 0;  // a transaction may be tried again
      for (const Run& run : runs) Add(run);
      for (const LaunchRecord& launch : launches) added += Place(launch) ? 1 : 0;
    });
  } catch (...) {
    series_.ForgetIds();  // some may have been taken back
    throw;
  }
  return added;
}

std::vector<LaunchRecord> RunArchive::Heads(const std::string& run_id, std::int64_t first_index) {
  std::vector<LaunchRecord> launches;
  std::int64_t count = 0;
  const auto read = [&] {
    Select<LaunchRow>(database_, LaunchesWhere("run_id = $1 AND launch_index >= $2 ORDER BY launch_index, launch_id"),
                      {run_id, first_index}, [&](const LaunchRow& row) {
                        launches.push_back(ToLaunch(row, database_.name()));
                        count = row.launch_count;
                      });
  };
  read();
  if (first_index > 0) return launches;
  // Where there is none, the run itself knows whether it has any; its index, which may be what is damaged, is not
  // asked.
  if (launches.empty()) {
    database_.Query("SELECT launch_count FROM runs WHERE run_id || '' = $1", {run_id},
                    [&](const SqlRow& row) { count = row.Integer(0); });
    if (count > 0) read();  // somebody may have stored one meanwhile
  }
  if (count == std::ssize(launches)) return launches;
  throw NotMeasured("{}: run {} has {} launches, and {} of them are there; the database is damaged", database_.name(),
                    run_id, count, launches.size());
}

std::vector<LaunchRecord> RunArchive::Launches(const std::string& run_id, LaunchDetail detail,
                                               std::int64_t first_index) {
  std::vector<LaunchRecord> launches = Heads(run_id, first_index);
  if (detail == LaunchDetail::kHeads) return launches;
  // The descriptions are read after the launches, so that the series of all of them are there, whoever writes
  // meanwhile.
  series_.Learn();
  ResultTable table(database_, series_);
  std::size_t expected = 0;  // results: as many as of the launch before
  for (LaunchRecord& launch : launches) {
    launch.series = table.Of(launch.launch_id, detail, expected);
    expected = launch.series.size();
  }
  return launches;
}

}  // namespace mpigauge
