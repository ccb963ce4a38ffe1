// The part of the store that looks back: baselines and decided gates.
#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/json.h"
#include "base/units.h"
#include "baselines/store/baseline_version.h"
#include "baselines/store/checksum.h"
#include "baselines/store/gate_row.h"
#include "baselines/store/store.h"

namespace mpigauge {

Store::BaselineVersion Store::BaselineFromRow(const SqlRow& row) const {
  BaselineVersion one;
  const std::int64_t version = row.Integer(1);
  one.baseline = {row.Text(0), static_cast<int>(version), row.Text(2), row.Text(3), {}, row.Integer(5)};
  if (!row.IsNull(4)) one.removed_at = row.Text(4);
  if (!row.IsNull(6)) one.runs_checksum = row.Integer(6);
  const std::string what = fmt::format("{}: {}", name(), one.Name());
  if (one.baseline.version != version) ThrowDamaged(what);
  RequireChecksum(row, 7, one.Checksum(), what);
  return one;
}

// All are looked at: a version whose number or end is damaged would give its place to another one.
std::vector<Store::BaselineVersion> Store::BaselineHeads() {
  std::vector<BaselineVersion> versions;
  database_->Query(kSelectBaselines, {}, [&](const SqlRow& row) { versions.push_back(BaselineFromRow(row)); });
  return versions;
}

void Store::RequireRuns(const BaselineVersion& version) const {
  const auto* stored = std::get_if<std::int64_t>(&version.runs_checksum);
  if (stored == nullptr || *stored == RunsChecksum(version.baseline.run_ids)) return;
  ThrowDamaged(fmt::format("{}: the list of runs of {}", name(), version.Name()));
}

void Store::FillRuns(BaselineVersion& version) {
  Baseline& baseline = version.baseline;
  database_->Query(
      "SELECT run_id FROM baseline_runs LEFT JOIN runs USING(run_id) WHERE name = $1 AND version = $2 "
      "ORDER BY started_at, run_id",
      {baseline.name, std::int64_t{baseline.version}},
      [&](const SqlRow& row) { baseline.run_ids.push_back(row.Text(0)); });
  RequireRuns(version);
}

std::vector<Store::BaselineVersion> Store::BaselineVersions() {
  std::map<std::pair<std::string, std::int64_t>, std::vector<std::string>> runs;
  database_->Query(
      "SELECT name, version, run_id FROM baseline_runs LEFT JOIN runs USING(run_id) ORDER BY started_at, run_id", {},
      [&](const SqlRow& row) {
        runs[{row.Text(0), row.Integer(1)}].push_back(row.Text(2));
      });
  std::vector<BaselineVersion> versions = BaselineHeads();
  for (BaselineVersion& one : versions) {
    one.baseline.run_ids = std::move(runs[{one.baseline.name, std::int64_t{one.baseline.version}}]);
    RequireRuns(one);
  }
  return versions;
}

// This is called in a transaction.
void Store::AddBaselineVersion(const BaselineVersion& version) {
  const Baseline& baseline = version.baseline;
  const std::int64_t number = baseline.version;
  BaselineVersion stored = version;
  stored.runs_checksum = RunsChecksum(baseline.run_ids);
  database_->Execute(
      "INSERT INTO baselines(name, version, created_at, note, removed_at, keep, runs_checksum, checksum) "
      "VALUES($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT(name, version) DO UPDATE SET note = excluded.note, "
      "removed_at = excluded.removed_at, keep = excluded.keep, runs_checksum = excluded.runs_checksum, "
      "checksum = excluded.checksum",
      {baseline.name, number, baseline.created_at, baseline.note, stored.removed_at, baseline.keep,
       stored.runs_checksum, stored.Checksum()});
  for (const std::string& run_id : baseline.run_ids) {
    database_->Execute("INSERT INTO baseline_runs(name, version, run_id) VALUES($1, $2, $3) ON CONFLICT DO NOTHING",
                       {baseline.name, number, run_id});
  }
}

void Store::UpdateBaseline(const BaselineVersion& version) {
  database_->Execute(
      "UPDATE baselines SET removed_at = $1, runs_checksum = $2, checksum = $3 WHERE name = $4 AND version = $5",
      {version.removed_at, version.runs_checksum, version.Checksum(), version.baseline.name,
       std::int64_t{version.baseline.version}});
}

Baseline Store::ChangeBaseline(const std::string& baseline, const std::function<void(Baseline&)>& change) {
  Baseline next;
  database_->InTransaction([&] {
    next = FindBaseline(baseline).value_or(Baseline());
    change(next);
    next.name = baseline;
    next.created_at = UtcNow();
    database_->Query("SELECT coalesce(max(version), 0) + 1 FROM baselines WHERE name = $1", {baseline},
                     [&](const SqlRow& row) { next.version = static_cast<int>(row.Integer(0)); });
    AddBaselineVersion({next});
    next = FindBaseline(baseline).value();
  });
  return next;
}

int Store::SetBaseline(const std::string& baseline, const std::vector<std::string>& run_ids, const std::string& note) {
  const auto set = [&](Baseline& one) { one = {baseline, 0, "", note, run_ids, 0}; };
  return ChangeBaseline(baseline, set).version;
}

void Store::RemoveBaseline(const std::string& baseline) {
  database_->InTransaction([&] {
    bool any = false;
    for (BaselineVersion& one : BaselineHeads()) {
      if (one.baseline.name != baseline || one.IsRemoved()) continue;
      any = true;
      one.removed_at = UtcNow();
      UpdateBaseline(one);
    }
    if (!any) throw UsageError("{}: no baseline '{}'; `mpigauge baseline list` lists them", name(), baseline);
  });
}

std::vector<Baseline> Store::Baselines() {
  std::map<std::string, BaselineVersion> newest;
  for (BaselineVersion& one : BaselineHeads()) {
    if (!one.IsRemoved()) newest[one.baseline.name] = one;  // later ones are newer
  }
  std::vector<Baseline> baselines;
  for (auto& one : newest) {
    FillRuns(one.second);
    baselines.push_back(std::move(one.second.baseline));
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
  const std::string comparison = JsonLine(gate.comparison);
  database_->Execute(
      "INSERT INTO gates(gate_id, decided_at, candidate_run_id, baseline, verdict, comparison, forgotten_at, checksum, "
      "comparison_checksum) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
      {gate.gate_id, gate.decided_at, gate.candidate_run_id, gate.baseline, gate.verdict, comparison, gate.forgotten_at,
       GateChecksum(gate), ComparisonChecksum(gate.gate_id, comparison)});
}

// A gate can be forgotten even if its comparison is damaged.
void Store::ForgetGate(const std::string& gate_id, const std::string& forgotten_at) {
  database_->InTransaction([&] {
    std::optional<GateResult> gate;
    database_->Query(std::string(kSelectGateHeads) + "WHERE gate_id = $1", {gate_id},
                     [&](const SqlRow& row) { gate = GateHeadFromRow(row, name()); });
    if (!gate) return;
    gate->forgotten_at = forgotten_at;
    database_->Execute("UPDATE gates SET forgotten_at = $1, checksum = $2 WHERE gate_id = $3",
                       {forgotten_at, GateChecksum(*gate), gate_id});
  });
}

std::vector<GateResult> Store::Gates(std::int64_t most) {
  GateSummaries();  // a gate whose time is damaged would not be in its place
  std::vector<GateResult> gates;
  database_->Query(std::string(kSelectGates) + "ORDER BY decided_at DESC, gate_id LIMIT $1", {most},
                   [&](const SqlRow& row) { gates.push_back(GateFromRow(row, name())); });
  return gates;
}

std::vector<GateResult> Store::GateSummaries() {
  std::vector<GateResult> gates;
  database_->Query(std::string(kSelectGateHeads) + "ORDER BY decided_at DESC, gate_id", {},
                   [&](const SqlRow& row) { gates.push_back(GateHeadFromRow(row, name())); });
  return gates;
}

std::optional<GateResult> Store::FindGate(const std::string& gate_id) {
  std::optional<GateResult> found;
  database_->Query(std::string(kSelectGates) + "WHERE gate_id = $1", {gate_id},
                   [&](const SqlRow& row) { found = GateFromRow(row, name()); });
  return found;
}

void Store::AddCalibration(const Calibration& calibration) {
  const std::string content = JsonLine(calibration.content);
  database_->Execute(
      "INSERT INTO calibrations(calibration_id, made_at, content, checksum) VALUES($1, $2, $3, $4) "
      "ON CONFLICT DO NOTHING",
      {calibration.calibration_id, calibration.made_at, content, CalibrationChecksum(calibration, content)});
}

// All are looked at: one whose time is damaged would not be in its place. They are few.
std::vector<Calibration> Store::Calibrations(std::int64_t most) {
  std::vector<Calibration> calibrations;
  database_->Query(kSelectCalibrations, {}, [&](const SqlRow& row) {
    Calibration one = CalibrationFromRow(row, name());
    if (std::ssize(calibrations) < most) calibrations.push_back(std::move(one));
  });
  return calibrations;
}

void Store::SetNetworkModel(const std::string& run_id, const Json& model) {
  const std::string content = JsonLine(model);
  database_->Execute(
      "INSERT INTO network_models(run_id, content, checksum) VALUES($1, $2, $3) "
      "ON CONFLICT(run_id) DO UPDATE SET content = excluded.content, checksum = excluded.checksum",
      {run_id, content, ChecksumOf({run_id, content})});
}

std::optional<Json> Store::NetworkModel(const std::string& run_id) {
  std::optional<Json> model;
  database_->Query(std::string(kSelectNetworkModels) + "WHERE run_id = $1", {run_id},
                   [&](const SqlRow& row) { model = NetworkModelFromRow(row, name()); });
  return model;
}

}  // namespace mpigauge
