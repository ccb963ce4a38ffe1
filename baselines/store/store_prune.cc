// The part of the store that says what takes room, and removes runs.
#include "baselines/store/postgres_url.h"
#include "baselines/store/store.h"
#include "harness/base/error.h"

namespace mpigauge {

std::map<std::string, Store::RunSize> Store::RunSizes() {
  std::map<std::string, RunSize> sizes;
  for (const auto& [run_id, count] : LaunchCounts()) sizes[run_id].launches = count.all;
  database_->Query(
      "SELECT run_id, count(*), sum(length(passes)) FROM results JOIN launches USING(launch_id) GROUP BY run_id", {},
      [&](const SqlRow& row) {
        RunSize& size = sizes[row.Text(0)];
        size.results = row.Integer(1);
        size.bytes = row.Integer(2);
      });
  return sizes;
}

std::map<std::string, std::string> Store::RunsOfBaselines() {
  std::map<std::string, std::string> runs;
  database_->Query(
      "SELECT run_id, name FROM baseline_runs JOIN baselines USING(name, version) WHERE removed_at IS NULL", {},
      [&](const SqlRow& row) { runs[row.Text(0)] = row.Text(1); });
  return runs;
}

std::map<std::string, std::int64_t> Store::GatesOfRuns() {
  std::map<std::string, std::int64_t> gates;
  database_->Query("SELECT candidate_run_id, count(*) FROM gates GROUP BY candidate_run_id", {},
                   [&](const SqlRow& row) { gates[row.Text(0)] = row.Integer(1); });
  return gates;
}

void Store::DeleteRun(const std::string& run_id) {
  // Looked at inside the transaction: another process may be making a baseline of it.
  database_->InTransaction([&] {
    const auto of_baseline = RunsOfBaselines();
    if (const auto found = of_baseline.find(run_id); found != of_baseline.end()) {
      throw UsageError("{}: run {} is of the baseline {}; `mpigauge baseline remove {}` first, or keep it", name(),
                       run_id, found->second, found->second);
    }
    if (FindRun(run_id).status == RunStatus::kRunning) {
      throw UsageError("{}: run {} is measured now; delete it when it has ended", name(), run_id);
    }
    database_->Execute("DELETE FROM gates WHERE candidate_run_id = $1", {run_id});
    for (const char* table : {"network_models", "run_medians", "baseline_runs"}) {  // of removed baselines
      database_->Execute(std::string("DELETE FROM ") + table + " WHERE run_id = $1", {run_id});
    }
    database_->Execute("DELETE FROM results WHERE launch_id IN (SELECT launch_id FROM launches WHERE run_id = $1)",
                       {run_id});
    database_->Execute("DELETE FROM launches WHERE run_id = $1", {run_id});
    database_->Execute("DELETE FROM runs WHERE run_id = $1", {run_id});
  });
}

void Store::GiveRoomBack() {
  if (!IsPostgresUrl(name())) database_->Execute("VACUUM");
}

}  // namespace mpigauge
