#include "baselines/store/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "base/units.h"
#include "baselines/store/checksum.h"
#include "baselines/store/owner.h"
#include "baselines/store/postgres_url.h"
#include "baselines/store/result_row.h"
#include "baselines/store/schema.h"
#include "baselines/store/secrets.h"

namespace mpigauge {
namespace {

// A process on another host cannot be looked at. If its run has had no new launch for this time, it is taken for gone:
// a launch takes minutes, and a host and its clock are rarely wrong by hours. Should it live after all, nothing is
// lost: its launches are stored, and at its end it says how the run ended.
constexpr std::chrono::hours kPatienceWithOtherHosts{24};

// Its status changes, and is one of a few texts.
std::int64_t RunChecksum(const std::string& run_id, const std::string& library, const std::string& started_at,
                         const std::string& plan) {
  return ChecksumOf({run_id, library, started_at, plan});
}

Run RunFromRow(const SqlRow& row, const std::string& store) {
  const std::string id = row.Text(0);
  RequireChecksum(row, 6, RunChecksum(id, row.Text(1), row.Text(2), row.Text(4)), fmt::format("{}: run {}", store, id));
  Json plan = ParseJson(row.Text(4), "plan of run " + id);
  return {id, row.Text(1), row.Text(2), ParseRunStatus(row.Text(3)), std::move(plan), row.Text(5)};
}

}  // namespace

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}

Store Store::Open(const std::string& name, Access access, double wait_seconds) {
  const bool writable = access == Access::kWrite;
  auto database = OpenDatabase(name, writable, wait_seconds);
  const int version = StoredVersion(*database);
  if (version > SchemaVersion()) ThrowTooNew(*database, version, SchemaVersion());
  if (version != SchemaVersion() && writable) Migrate(*database, SchemaSteps());
  if (version != SchemaVersion() && !writable) {
    throw UsageError(
        "{}: has schema version {}, this mpigauge reads {}; `mpigauge store migrate` brings an older store up to date, "
        "and so does a command that writes to it",
        database->name(), version, SchemaVersion());
  }
  Store store(std::move(database));
  if (writable) store.EndLostRuns();
  return store;
}

Store::Versions Store::VersionsOf(const std::string& name) {
  const auto database = OpenDatabase(name, false);
  const int stored = StoredVersion(*database);
  if (stored > SchemaVersion()) ThrowTooNew(*database, stored, SchemaVersion());
  return {database->name(), stored, SchemaVersion()};
}

// Ends the runs whose process was killed before it could say how they ended.
void Store::EndLostRuns() {
  struct Running {
    std::string run_id;
    std::string owner;
    std::string newest;  // the start of its newest launch, or its own
  };
  std::vector<Running> running;
  database_->Query(
      "SELECT run_id, owner, started_at, (SELECT max(started_at) FROM launches WHERE launches.run_id = runs.run_id) "
      "FROM runs WHERE status = $1 AND owner <> ''",
      {RunStatusName(RunStatus::kRunning)}, [&](const SqlRow& row) {
        const std::string launched = row.IsNull(3) ? "" : row.Text(3);
        running.push_back({row.Text(0), row.Text(1), std::max(row.Text(2), launched)});
      });
  // Times are UTC, written alike, so their order is that of their texts.
  const std::string patience = UtcMilliseconds(std::chrono::system_clock::now() - kPatienceWithOtherHosts);
  for (const Running& run : running) {
    if (!IsGone(run.owner) && !(IsElsewhere(run.owner) && run.newest < patience)) continue;
    database_->Execute("UPDATE runs SET status = $1 WHERE run_id = $2 AND status = $3",
                       {RunStatusName(RunStatus::kInterrupted), run.run_id, RunStatusName(RunStatus::kRunning)});
  }
}

void Store::AddRun(const Run& run) {
  const std::string plan = JsonLine(WithoutSecrets(run.plan));
  database_->Execute(
      "INSERT INTO runs(run_id, library, started_at, status, plan, owner, checksum) VALUES($1, $2, $3, $4, $5, $6, $7) "
      "ON CONFLICT DO NOTHING",
      {run.run_id, run.library, run.started_at, RunStatusName(run.status), plan, run.owner,
       RunChecksum(run.run_id, run.library, run.started_at, plan)});
}

void Store::SetRunStatus(const std::string& run_id, RunStatus status) {
  database_->Execute("UPDATE runs SET status = $1 WHERE run_id = $2", {RunStatusName(status), run_id});
}

std::vector<Run> Store::Runs() {
  std::vector<Run> runs;
  database_->Query(
      "SELECT run_id, library, started_at, status, plan, owner, checksum FROM runs ORDER BY started_at DESC, run_id",
      {}, [&](const SqlRow& row) { runs.push_back(RunFromRow(row, name())); });
  return runs;
}

// A run of which nothing is complete says nothing: it has an id, and is not the latest.
Run Store::FindLatest(const std::string& reference, std::vector<Run> runs) {
  const std::string back = reference.substr(6);
  const bool counts = back.size() > 1 && back[0] == '~' && back.find_first_not_of("0123456789", 1) == std::string::npos;
  if (!back.empty() && !counts) throw UsageError("'{}': write latest or latest~N", reference);
  const std::size_t n = back.empty() ? 0 : std::stoul(back.substr(1, 9));
  auto launches = LaunchCounts();
  std::erase_if(runs, [&](const Run& run) { return launches[run.run_id].complete == 0; });
  if (n >= runs.size()) {
    throw UsageError("'{}': {} has {} run(s) with a complete launch; `mpigauge runs` lists all", reference, name(),
                     runs.size());
  }
  return runs[n];
}

Run Store::FindRun(const std::string& reference) {
  const std::vector<Run> runs = Runs();
  const auto tags = Tags();
  const auto tag = tags.find(reference);
  if (MeansNewest(reference) || (tag == tags.end() && reference.starts_with("latest")))
    return FindLatest(reference, runs);
  std::vector<Run> found;
  for (const Run& run : runs) {
    if (run.run_id == (tag == tags.end() ? reference : tag->second)) return run;
    if (!reference.empty() && run.run_id.starts_with(reference)) found.push_back(run);
  }
  if (found.empty()) throw UsageError("{}: no run '{}'; `mpigauge runs` lists them", name(), reference);
  if (found.size() > 1)
    throw UsageError("{}: '{}' begins the ids of {} runs; give more of it", name(), reference, found.size());
  return found[0];
}

std::map<std::string, LaunchCount> Store::LaunchCounts() {
  std::map<std::string, LaunchCount> counts;
  database_->Query(
      "SELECT run_id, count(*), sum(CASE WHEN status = 'complete' THEN 1 ELSE 0 END) FROM launches GROUP BY run_id", {},
      [&](const SqlRow& row) {
        counts[row.Text(0)] = {row.Integer(1), row.Integer(2)};
      });
  return counts;
}

std::vector<std::string> Store::SeriesNames() {
  std::vector<std::string> names;
  database_->Query("SELECT name, identity, description, checksum FROM series ORDER BY name", {},
                   [&](const SqlRow& row) {
                     RequireChecksum(row, 3, ChecksumOf({row.Text(0), row.Text(1), row.Text(2)}),
                                     this->name() + ": series " + row.Text(1));
                     if (names.empty() || names.back() != row.Text(0)) names.push_back(row.Text(0));
                   });
  return names;
}

void Store::CheckSeriesIsKnown(const std::string& series_name) {
  const std::string case_name = series_name.substr(0, series_name.find('/'));
  std::string similar;
  for (const std::string& known : SeriesNames()) {
    if (known == series_name) return;
    if (known.starts_with(case_name)) similar += "\n  " + known;
  }
  if (similar.empty()) {
    throw UsageError("{}: no series '{}'; `mpigauge history` without a name lists them", name(), series_name);
  }
  throw UsageError("{}: no series '{}'; there are:{}", name(), series_name, similar);
}

std::vector<HistoryPoint> Store::History(const std::string& series_name) {
  CheckSeriesIsKnown(series_name);
  std::vector<HistoryPoint> points;
  database_->Query(
      fmt::format(
          "SELECT run_id, library, runs.started_at, identity, median_seconds, launch_id, results.checksum, {} "
          "FROM series JOIN results USING(series_id) JOIN launches USING(launch_id) JOIN runs USING(run_id) "
          "WHERE name = $1 AND median_seconds IS NOT NULL ORDER BY runs.started_at, run_id, identity, launch_index",
          kResultColumns),
      {series_name}, [&](const SqlRow& row) {
        RequireChecksum(row, 6, ResultChecksum(row.Text(5), row.Text(3), ResultValues(row, 7)),
                        fmt::format("{}: {} of launch {} of run {}", name(), series_name, row.Text(5), row.Text(0)));
        if (points.empty() || points.back().run_id != row.Text(0) || points.back().identity != row.Text(3)) {
          points.push_back({row.Text(0), row.Text(1), row.Text(2), row.Text(3), {}});
        }
        points.back().medians_seconds.push_back(row.Real(4));
      });
  return points;
}

bool StoreExists(const std::string& name) { return IsPostgresUrl(name) || std::filesystem::exists(name); }

}  // namespace mpigauge
