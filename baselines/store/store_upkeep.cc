// The part of the store that keeps it in order: it finds what is damaged, says what takes room, and removes runs.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "baselines/store/baseline_version.h"
#include "baselines/store/checksum.h"
#include "baselines/store/gate_row.h"
#include "baselines/store/postgres_url.h"
#include "baselines/store/result_row.h"
#include "baselines/store/store.h"

namespace mpigauge {
namespace {

template <typename Read>
void Try(std::vector<std::string>& damages, Read read) {
  try {
    read();
  } catch (const Error& error) {
    // A launch is read for itself and for the medians of its run.
    if (std::find(damages.begin(), damages.end(), error.what()) == damages.end()) damages.emplace_back(error.what());
  }
}

}  // namespace

Store::Checked Store::Check() {
  Checked checked;
  std::vector<std::string>& damages = checked.damages;
  Try(damages, [&] { damages = database_->Damages(); });
  Try(damages, [&] { LearnDescriptions(); });
  std::vector<std::string> run_ids;
  Try(damages, [&] {
    database_->Query("SELECT run_id FROM runs ORDER BY run_id", {},
                     [&](const SqlRow& row) { run_ids.push_back(row.Text(0)); });
  });
  Try(damages, [&] { Runs(); });
  Try(damages, [&] { Tags(); });
  for (const std::string& run_id : run_ids) {
    ++checked.runs;
    Try(damages, [&] {
      for (const LaunchRecord& launch : Heads(run_id, 0)) {
        ++checked.launches;
        Try(damages, [&] { checked.results += Results(launch.launch_id, Detail::kObservations, 0).size(); });
      }
    });
    Try(damages, [&] { Medians(run_id); });
  }
  CheckWhatLooksBack(damages);
  return checked;
}

// Each row for itself, so that one that is damaged does not hide the next.
void Store::CheckWhatLooksBack(std::vector<std::string>& damages) {
  const auto each = [&](const char* sql, const std::function<void(const SqlRow&)>& read) {
    Try(damages, [&] { database_->Query(sql, {}, [&](const SqlRow& row) { Try(damages, [&] { read(row); }); }); });
  };
  std::vector<BaselineVersion> versions;
  each(kSelectBaselines, [&](const SqlRow& row) { versions.push_back(BaselineFromRow(row)); });
  for (BaselineVersion& one : versions) Try(damages, [&] { FillRuns(one); });
  each(kSelectGates, [&](const SqlRow& row) { GateFromRow(row, name()); });
  each(kSelectCalibrations, [&](const SqlRow& row) { CalibrationFromRow(row, name()); });
  each(kSelectNetworkModels, [&](const SqlRow& row) { NetworkModelFromRow(row, name()); });
}

std::map<std::string, Store::RunSize> Store::RunSizes() {
  std::map<std::string, RunSize> sizes;
  for (const auto& [run_id, count] : LaunchCounts()) sizes[run_id].launches = count.all;
  database_->Query(
      "SELECT run_id, count(*), sum(CASE WHEN observations > 0 THEN length(passes) ELSE 0 END) FROM results "
      "JOIN launches USING(launch_id) GROUP BY run_id",
      {}, [&](const SqlRow& row) {
        RunSize& size = sizes[row.Text(0)];
        size.results = row.Integer(1);
        size.bytes = row.Integer(2);
      });
  return sizes;
}

std::map<std::string, std::string> Store::RunsOfBaselines() {
  std::map<std::string, std::string> runs;
  for (const BaselineVersion& one : BaselineVersions()) {
    if (one.IsRemoved()) continue;
    for (const std::string& run_id : one.baseline.run_ids) runs[run_id] = one.baseline.name;
  }
  return runs;
}

std::map<std::string, std::int64_t> Store::GatesOfRuns() {
  std::map<std::string, std::int64_t> gates;
  database_->Query("SELECT candidate_run_id, count(*) FROM gates GROUP BY candidate_run_id", {},
                   [&](const SqlRow& row) { gates[row.Text(0)] = row.Integer(1); });
  return gates;
}

void Store::CheckAge(const std::string& older_than, std::string_view what) {
  if (older_than.empty() || std::isdigit(static_cast<unsigned char>(older_than.back())) != 0) {
    throw UsageError("{} {}: write the unit, such as {}d", what, older_than, older_than.empty() ? "180" : older_than);
  }
  ParseSeconds(older_than, what);
}

std::vector<Run> Store::RunsToPrune(const PruneRule& rule) {
  std::string before;  // times of runs are UTC, written alike, so their order is that of their texts
  if (!rule.older_than.empty()) {
    const std::chrono::duration<double> age(ParseSeconds(rule.older_than, "age"));
    before = UtcMilliseconds(std::chrono::system_clock::now() -
                             std::chrono::duration_cast<std::chrono::system_clock::duration>(age));
  }
  std::set<std::string> held;
  for (const auto& [run_id, baseline] : RunsOfBaselines()) held.insert(run_id);
  for (const auto& [tag, run_id] : Tags()) held.insert(run_id);
  std::vector<Run> chosen;
  std::int64_t newer = 0;
  for (Run& run : Runs()) {
    const bool among_newest = newer++ < rule.keep_runs;
    const bool young = !before.empty() && run.started_at >= before;
    if (among_newest || young || held.contains(run.run_id) || run.status == RunStatus::kRunning) continue;
    chosen.push_back(std::move(run));
  }
  return chosen;
}

void Store::RequireUnheld(const std::string& run_id) {
  const auto of_baseline = RunsOfBaselines();
  if (const auto found = of_baseline.find(run_id); found != of_baseline.end()) {
    throw UsageError("{}: run {} is of the baseline {}; `mpigauge baseline remove {}` first, or keep it", name(),
                     run_id, found->second, found->second);
  }
  if (FindRun(run_id).status == RunStatus::kRunning) {
    throw UsageError("{}: run {} is measured now; remove it when it has ended", name(), run_id);
  }
}

// A removed baseline is not damaged because one of its runs is gone.
void Store::TakeOutOfRemovedBaselines(const std::string& run_id) {
  for (BaselineVersion& one : BaselineVersions()) {
    if (std::erase(one.baseline.run_ids, run_id) == 0) continue;
    database_->Execute("DELETE FROM baseline_runs WHERE name = $1 AND version = $2 AND run_id = $3",
                       {one.baseline.name, std::int64_t{one.baseline.version}, run_id});
    one.runs_checksum = RunsChecksum(one.baseline.run_ids);
    UpdateBaseline(one);
  }
}

void Store::DeleteRun(const std::string& run_id) {
  // Looked at inside the transaction: another process may be making a baseline of it.
  database_->InTransaction([&] {
    RequireUnheld(run_id);
    TakeOutOfRemovedBaselines(run_id);
    database_->Execute("DELETE FROM gates WHERE candidate_run_id = $1", {run_id});
    for (const char* table : {"network_models", "run_medians", "run_tags"}) {
      database_->Execute(std::string("DELETE FROM ") + table + " WHERE run_id = $1", {run_id});
    }
    database_->Execute("DELETE FROM results WHERE launch_id IN (SELECT launch_id FROM launches WHERE run_id = $1)",
                       {run_id});
    database_->Execute("DELETE FROM launches WHERE run_id = $1", {run_id});
    database_->Execute("DELETE FROM runs WHERE run_id = $1", {run_id});
  });
}

// A row without observations has no bytes where they were, and so is told from one that never had any by the number of
// its observations, which stays. What else is there of its passes is looked at before it gets another checksum.
void Store::RemoveObservationsOf(const std::string& launch_id) {
  std::vector<std::pair<std::int64_t, SqlValue>> rows;  // the series, and the checksum that its passes will have
  database_->Query(
      "SELECT series_id, checksum, passes_checksum, passes, reference_seconds, pass_operations FROM results "
      "WHERE launch_id = $1 AND observations > 0 AND length(passes) > 0",
      {launch_id}, [&](const SqlRow& row) {
        const auto operations = row.IsNull(5) ? std::nullopt : std::optional(row.Text(5));
        const auto checksum = [&](const Blob& passes) {
          return PassesChecksum(row.Integer(1), passes, row.Text(4), operations);
        };
        RequireChecksum(row, 2, checksum(row.Bytes(3)),
                        fmt::format("{}: series {} of launch {}", name(), row.Integer(0), launch_id));
        rows.emplace_back(row.Integer(0), row.IsNull(2) ? SqlValue(nullptr) : SqlValue(checksum({})));
      });
  for (const auto& [series_id, checksum] : rows) {
    database_->Execute("UPDATE results SET passes = $1, passes_checksum = $2 WHERE launch_id = $3 AND series_id = $4",
                       {Blob(), checksum, launch_id, series_id});
  }
}

void Store::RemoveObservations(const std::string& run_id) {
  database_->InTransaction([&] {
    RequireUnheld(run_id);
    for (const LaunchRecord& launch : Heads(run_id, 0)) RemoveObservationsOf(launch.launch_id);
  });
}

void Store::GiveRoomBack() {
  if (!IsPostgresUrl(name())) database_->Execute("VACUUM");
}

}  // namespace mpigauge
