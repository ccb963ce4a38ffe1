// The part of the store that looks back: baselines and decided gates.
#include "baselines/store/store.h"
#include "harness/base/error.h"
#include "harness/base/json.h"
#include "harness/base/units.h"

namespace mpigauge {

Baseline Store::ChangeBaseline(const std::string& baseline, const std::function<void(Baseline&)>& change) {
  Baseline next;
  database_->InTransaction([&] {
    next = FindBaseline(baseline).value_or(Baseline());
    change(next);
    next.name = baseline;
    next.created_at = UtcNow();
    database_->Query("SELECT coalesce(max(version), 0) + 1 FROM baselines WHERE name = $1", {baseline},
                     [&](const SqlRow& row) { next.version = static_cast<int>(row.Integer(0)); });
    database_->Execute("INSERT INTO baselines(name, version, created_at, note, keep) VALUES($1, $2, $3, $4, $5)",
                       {baseline, std::int64_t{next.version}, next.created_at, next.note, next.keep});
    for (const std::string& run_id : next.run_ids) {
      database_->Execute("INSERT INTO baseline_runs(name, version, run_id) VALUES($1, $2, $3)",
                         {baseline, std::int64_t{next.version}, run_id});
    }
    next = FindBaseline(baseline).value();
  });
  return next;
}

int Store::SetBaseline(const std::string& baseline, const std::vector<std::string>& run_ids, const std::string& note) {
  const auto set = [&](Baseline& one) { one = {baseline, 0, "", note, run_ids, 0}; };
  return ChangeBaseline(baseline, set).version;
}

void Store::RemoveBaseline(const std::string& baseline) {
  if (!FindBaseline(baseline)) {
    throw UsageError("{}: no baseline '{}'; `mpigauge baseline list` lists them", name(), baseline);
  }
  database_->Execute("UPDATE baselines SET removed_at = $1 WHERE name = $2 AND removed_at IS NULL",
                     {UtcNow(), baseline});
}

std::vector<Baseline> Store::Baselines() {
  std::vector<Baseline> baselines;
  database_->Query("SELECT name, max(version) FROM baselines WHERE removed_at IS NULL GROUP BY name ORDER BY name", {},
                   [&](const SqlRow& row) {
                     baselines.push_back({row.Text(0), static_cast<int>(row.Integer(1)), "", "", {}, 0});
                   });
  for (Baseline& baseline : baselines) {
    const std::int64_t version = baseline.version;
    database_->Query("SELECT created_at, note, keep FROM baselines WHERE name = $1 AND version = $2",
                     {baseline.name, version}, [&](const SqlRow& row) {
                       baseline.created_at = row.Text(0);
                       baseline.note = row.Text(1);
                       baseline.keep = row.Integer(2);
                     });
    database_->Query(
        "SELECT run_id FROM baseline_runs JOIN runs USING(run_id) WHERE name = $1 AND version = $2 "
        "ORDER BY started_at, run_id",
        {baseline.name, version}, [&](const SqlRow& row) { baseline.run_ids.push_back(row.Text(0)); });
  }
  return baselines;
}

std::optional<Baseline> Store::FindBaseline(const std::string& baseline) {
  for (Baseline& one : Baselines()) {
    if (one.name == baseline) return std::move(one);
  }
  return std::nullopt;
}

void Store::AddGate(const GateResult& gate) {
  database_->Execute(
      "INSERT INTO gates(gate_id, decided_at, candidate_run_id, baseline, verdict, comparison, forgotten_at) "
      "VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
      {gate.gate_id, gate.decided_at, gate.candidate_run_id, gate.baseline, gate.verdict, JsonLine(gate.comparison),
       gate.forgotten_at});
}

void Store::ForgetGate(const std::string& gate_id, const std::string& forgotten_at) {
  database_->Execute("UPDATE gates SET forgotten_at = $1 WHERE gate_id = $2", {forgotten_at, gate_id});
}

namespace {

constexpr const char* kSelectGates =
    "SELECT gate_id, decided_at, candidate_run_id, baseline, verdict, comparison, forgotten_at FROM gates ";

GateResult GateOf(const SqlRow& row, const std::string& store) {
  return {row.Text(0), row.Text(1), row.Text(2), row.Text(3), row.Text(4), ParseJson(row.Text(5), store), row.Text(6)};
}

}  // namespace

std::vector<GateResult> Store::Gates(std::int64_t most) {
  std::vector<GateResult> gates;
  database_->Query(std::string(kSelectGates) + "ORDER BY decided_at DESC, gate_id LIMIT $1", {most},
                   [&](const SqlRow& row) { gates.push_back(GateOf(row, name())); });
  return gates;
}

std::vector<GateResult> Store::GateSummaries() {
  std::vector<GateResult> gates;
  database_->Query(
      "SELECT gate_id, decided_at, candidate_run_id, baseline, verdict, forgotten_at FROM gates "
      "ORDER BY decided_at DESC, gate_id",
      {}, [&](const SqlRow& row) {
        gates.push_back({row.Text(0), row.Text(1), row.Text(2), row.Text(3), row.Text(4), Json(), row.Text(5)});
      });
  return gates;
}

std::optional<GateResult> Store::FindGate(const std::string& gate_id) {
  std::optional<GateResult> found;
  database_->Query(std::string(kSelectGates) + "WHERE gate_id = $1", {gate_id},
                   [&](const SqlRow& row) { found = GateOf(row, name()); });
  return found;
}

void Store::AddCalibration(const Calibration& calibration) {
  database_->Execute(
      "INSERT INTO calibrations(calibration_id, made_at, content) VALUES($1, $2, $3) ON CONFLICT DO NOTHING",
      {calibration.calibration_id, calibration.made_at, JsonLine(calibration.content)});
}

std::vector<Calibration> Store::Calibrations(std::int64_t most) {
  std::vector<Calibration> calibrations;
  database_->Query(
      "SELECT calibration_id, made_at, content FROM calibrations ORDER BY made_at DESC, calibration_id LIMIT $1",
      {most}, [&](const SqlRow& row) {
        calibrations.push_back({row.Text(0), row.Text(1), ParseJson(row.Text(2), name())});
      });
  return calibrations;
}

void Store::SetNetworkModel(const std::string& run_id, const Json& model) {
  database_->Execute(
      "INSERT INTO network_models(run_id, content) VALUES($1, $2) "
      "ON CONFLICT(run_id) DO UPDATE SET content = excluded.content",
      {run_id, model.dump()});
}

std::optional<Json> Store::NetworkModel(const std::string& run_id) {
  std::optional<Json> model;
  database_->Query("SELECT content FROM network_models WHERE run_id = $1", {run_id},
                   [&](const SqlRow& row) { model = ParseJson(row.Text(0), "network model of run " + run_id); });
  return model;
}

}  // namespace mpigauge
