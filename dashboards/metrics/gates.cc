#include <map>

#include "baselines/compare/comparison_json.h"
#include "dashboards/data/standing.h"
#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"
#include "dashboards/metrics/verdict_code.h"

namespace mpigauge {
namespace {

void AddControls(const std::string& baseline, const Comparison& comparison, Families& families) {
  for (const SeriesComparison& control : comparison.controls) {
    families.Add("mpigauge_control_ratio", {baseline, control.name}, control.ratio);
    families.Add("mpigauge_control_seconds", {baseline, control.name, "baseline"}, control.baseline_median);
    families.Add("mpigauge_control_seconds", {baseline, control.name, "candidate"}, control.candidate_median);
  }
  const ControlMovement& movement = comparison.control_movement;
  if (movement.controls == 0) return;
  families.Add("mpigauge_control_moved", {baseline}, movement.moved ? 1 : 0);
  families.Add("mpigauge_control_movement_ratio", {baseline}, movement.ratio);
  families.Add("mpigauge_control_movement_ratio_bound", {baseline, "low"}, movement.low);
  families.Add("mpigauge_control_movement_ratio_bound", {baseline, "high"}, movement.high);
}

struct NewestGate {
  std::string gate_id;
  double inconclusive = 0;
  bool in_a_row = true;
};

// Of each name the newest one, and how many in a row were inconclusive.
std::map<std::string, NewestGate> NewestGates(const std::vector<GateResult>& newest_first) {
  std::map<std::string, NewestGate> newest;
  for (const GateResult& gate : newest_first) {
    if (!newest.contains(gate.baseline)) {
      if (newest.size() == kMostBaselines) continue;
      newest[gate.baseline].gate_id = gate.gate_id;
    }
    NewestGate& one = newest[gate.baseline];
    one.in_a_row = one.in_a_row && gate.verdict == VerdictName(Verdict::kInconclusive);
    if (one.in_a_row) ++one.inconclusive;
  }
  return newest;
}

constexpr std::size_t kMostFailures = 100;

// The failures that stand, the newest ones of them.
void AddFailures(const std::vector<Standing>& standing, Families& families) {
  std::size_t failures = 0;
  for (const Standing& one : standing) {
    if (!FailureStands(one.gate) || ++failures > kMostFailures) continue;
    families.Add("mpigauge_gate_failed_timestamp_seconds", {one.gate.baseline, one.library, one.gate.candidate_run_id},
                 UnixTime(one.gate.decided_at));
  }
}

}  // namespace

void AddGate(const GateResult& gate, const GateFacts& facts, const std::string& store_name, Families& families) {
  const Comparison comparison = ComparisonFromJson(gate.comparison, store_name + ": gate " + gate.gate_id);
  const std::string& baseline = gate.baseline;
  families.Add("mpigauge_gate_verdict", {baseline}, VerdictCode(comparison.verdict));
  families.Add("mpigauge_gate_timestamp_seconds", {baseline}, UnixTime(gate.decided_at));
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kInconclusive}) {
    families.Add("mpigauge_gate_series", {baseline, VerdictName(verdict)},
                 static_cast<double>(comparison.Count(verdict)));
  }
  families.Add("mpigauge_gate_info", {baseline, facts.library, gate.candidate_run_id}, 1);
  families.Add("mpigauge_gate_inconclusive_gates", {baseline}, facts.inconclusive);
  families.Add("mpigauge_gate_false_alarm_ratio", {baseline}, comparison.alpha);
  for (const SeriesComparison& series : comparison.series) AddSeries(baseline, series, families);
  AddControls(baseline, comparison, families);
  AddImpact(gate, store_name, families);
}

void AddNewestGates(Store& store, const std::vector<Run>& runs, Families& families) {
  std::map<std::string, std::string> libraries;
  for (const Run& run : runs) libraries[run.run_id] = run.library;
  const std::vector<GateResult> newest_first = store.GateSummaries();
  AddFailures(WhereThingsStand(newest_first, libraries), families);
  for (const auto& [baseline, newest] : NewestGates(newest_first)) {
    const GateResult gate = store.FindGate(newest.gate_id).value();
    AddGate(gate, {libraries[gate.candidate_run_id], newest.inconclusive}, store.name(), families);
  }
}

}  // namespace mpigauge
