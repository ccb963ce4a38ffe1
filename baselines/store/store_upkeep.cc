#include "baselines/store/store_upkeep.h"

#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "baselines/store/baseline_table.h"
#include "baselines/store/checksum.h"
#include "baselines/store/columns.h"
#include "baselines/store/result_row.h"
#include "baselines/store/run_archive.h"

namespace mpigauge {
namespace {

struct RunSizeRow {
  std::string run_id;
  std::int64_t results = 0;
  std::int64_t bytes = 0;

  static void Columns(auto& row, auto&& each) {
    each("run_id", row.run_id);
    each("count(*)", row.results);
    each("sum(CASE WHEN observations > 0 THEN length(passes) ELSE 0 END)", row.bytes);
  }
};

struct RemovedPassesRow {
  std::int64_t series_id = 0;
  std::int64_t checksum = 0;  // of the figures
  ResultPasses passes;

  static void Columns(auto& row, auto&& each) {
    each("series_id", row.series_id);
    each("checksum", row.checksum);
    ResultPasses::Columns(row.passes, each);
  }
};

}  // namespace

std::map<std::string, StoreUpkeep::RunSize> StoreUpkeep::RunSizes() {
  std::map<std::string, RunSize> sizes;
  for (const auto& [run_id, count] : runs_.LaunchCounts()) sizes[run_id].launches = count.all;
  Select<RunSizeRow>(database_, "FROM results JOIN launches USING(launch_id) GROUP BY run_id", {},
                     [&](const RunSizeRow& row) {
                       RunSize& size = sizes[row.run_id];
                       size.results = row.results;
                       size.bytes = row.bytes;
                     });
  return sizes;
}

std::map<std::string, std::string> StoreUpkeep::RunsOfBaselines() {
  std::map<std::string, std::string> runs;
  for (const BaselineVersion& one : BaselineTable(database_).Versions()) {
    if (one.IsRemoved()) continue;
    for (const std::string& run_id : one.baseline.run_ids) runs[run_id] = one.baseline.name;
  }
  return runs;
}

std::map<std::string, std::int64_t> StoreUpkeep::GatesOfRuns() {
  std::map<std::string, std::int64_t> gates;
  database_.Query("SELECT candidate_run_id, count(*) FROM gates GROUP BY candidate_run_id", {},
                  [&](const SqlRow& row) { gates[row.Text(0)] = row.Integer(1); });
  return gates;
}

void StoreUpkeep::CheckAge(const std::string& older_than, std::string_view what) {
  if (older_than.empty() || std::isdigit(static_cast<unsigned char>(older_than.back())) != 0) {
    throw UsageError("{} {}: write the unit, such as {}d", what, older_than, older_than.empty() ? "180" : older_than);
  }
  ParseSeconds(older_than, what);
}

std::vector<Run> StoreUpkeep::RunsToPrune(const PruneRule& rule) {
  std::string before;  // times of runs are UTC, written alike, so their order is that of their texts
  if (!rule.older_than.empty()) {
    const std::chrono::duration<double> age(ParseSeconds(rule.older_than, "age"));
    before = UtcMilliseconds(std::chrono::system_clock::now() -
                             std::chrono::duration_cast<std::chrono::system_clock::duration>(age));
  }
  std::set<std::string> held;
  for (const auto& [run_id, baseline] : RunsOfBaselines()) held.insert(run_id);
  for (const auto& [tag, run_id] : runs_.Tags()) held.insert(run_id);
  std::vector<Run> chosen;
  std::int64_t newer = 0;
  for (Run& run : runs_.All()) {
    const bool among_newest = newer++ < rule.keep_runs;
    const bool young = !before.empty() && run.started_at >= before;
    if (among_newest || young || held.contains(run.run_id) || run.status == RunStatus::kRunning) continue;
    chosen.push_back(std::move(run));
  }
  return chosen;
}

void StoreUpkeep::RequireUnheld(const std::string& run_id) {
  const auto of_baseline = RunsOfBaselines();
  if (const auto found = of_baseline.find(run_id); found != of_baseline.end()) {
    throw UsageError("{}: run {} is of the baseline {}; `mpigauge baseline remove {}` first, or keep it",
                     database_.name(), run_id, found->second, found->second);
  }
  if (runs_.Find(run_id).status == RunStatus::kRunning) {
    throw UsageError("{}: run {} is measured now; remove it when it has ended", database_.name(), run_id);
  }
}

// A removed baseline is not damaged because one of its runs is gone.
void StoreUpkeep::TakeOutOfRemovedBaselines(const std::string& run_id) {
  BaselineTable baselines(database_);
  for (BaselineVersion& one : baselines.Versions()) {
    if (std::erase(one.baseline.run_ids, run_id) == 0) continue;
    database_.Execute("DELETE FROM baseline_runs WHERE name = $1 AND version = $2 AND run_id = $3",
                      {one.baseline.name, std::int64_t{one.baseline.version}, run_id});
    one.runs_checksum = RunsChecksum(one.baseline.run_ids);
    baselines.Update(one);
  }
}

void StoreUpkeep::DeleteRun(const std::string& run_id) {
  // Looked at inside the transaction: another process may be making a baseline of it.
  database_.InTransaction([&] {
    RequireUnheld(run_id);
    TakeOutOfRemovedBaselines(run_id);
    database_.Execute("DELETE FROM gates WHERE candidate_run_id = $1", {run_id});
    for (const char* table : {"network_models", "run_medians", "run_tags"}) {
      database_.Execute(std::string("DELETE FROM ") + table + " WHERE run_id = $1", {run_id});
    }
    database_.Execute("DELETE FROM results WHERE launch_id IN (SELECT launch_id FROM launches WHERE run_id = $1)",
                      {run_id});
    database_.Execute("DELETE FROM launches WHERE run_id = $1", {run_id});
    database_.Execute("DELETE FROM runs WHERE run_id = $1", {run_id});
  });
}

// A row without observations has no bytes where they were, and so is told from one that never had any by the number of
// its observations, which stays. What else is there of its passes is looked at before it gets another checksum.
void StoreUpkeep::RemoveObservationsOf(const std::string& launch_id) {
  std::vector<std::pair<std::int64_t, std::optional<std::int64_t>>> rows;  // the series, and its new checksum
  Select<RemovedPassesRow>(database_, "FROM results WHERE launch_id = $1 AND observations > 0 AND length(passes) > 0",
                           {launch_id}, [&](RemovedPassesRow row) {
                             ResultPasses& passes = row.passes;
                             RequireChecksum(
                                 passes.passes_checksum, PassesChecksum(row.checksum, passes),
                                 fmt::format("{}: series {} of launch {}", database_.name(), row.series_id, launch_id));
                             passes.passes.clear();
                             if (passes.passes_checksum) passes.passes_checksum = PassesChecksum(row.checksum, passes);
                             rows.emplace_back(row.series_id, passes.passes_checksum);
                           });
  for (const auto& [series_id, checksum] : rows) {
    database_.Execute("UPDATE results SET passes = $1, passes_checksum = $2 WHERE launch_id = $3 AND series_id = $4",
                      {Blob(), ToSql(checksum), launch_id, series_id});
  }
}

void StoreUpkeep::RemoveObservations(const std::string& run_id) {
  database_.InTransaction([&] {
    RequireUnheld(run_id);
    for (const LaunchRecord& launch : runs_.Launches(run_id, LaunchDetail::kHeads))
      RemoveObservationsOf(launch.launch_id);
  });
}

void StoreUpkeep::GiveRoomBack() {
  if (&database_.dialect() == &SqliteDialect()) database_.Execute("VACUUM");
}

}  // namespace mpigauge
