#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/impact.h"
#include "dashboards/data/standing.h"
#include "dashboards/metrics/parts.h"
#include "dashboards/metrics/unix_time.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

using Texts = std::vector<std::string>;

std::string ParameterText(const SeriesComparison& series, const char* name) {
  const auto value = ParameterOr(series.parameters, name, -1);
  return value < 0 ? std::string() : std::to_string(value);
}

Texts With(Texts labels, const std::string& value) {
  labels.push_back(value);
  return labels;
}

// Standard deviation of the logarithms; NaN of fewer than two.
double NoiseOf(const std::vector<double>& launch_medians) {
  Moments moments;
  for (const double median : launch_medians) moments.Add(std::log(median));
  return moments.count() < 2 ? std::numeric_limits<double>::quiet_NaN() : moments.StandardDeviation();
}

void AddSide(const Texts& labels, const std::string& role, double median, const std::vector<double>& launch_medians,
             Families& families) {
  families.Add("mpigauge_series_seconds", With(labels, role), median);
  if (launch_medians.empty()) return;
  const auto [low, high] = std::minmax_element(launch_medians.begin(), launch_medians.end());
  families.Add("mpigauge_series_seconds_bound", With(With(labels, role), "low"), *low);
  families.Add("mpigauge_series_seconds_bound", With(With(labels, role), "high"), *high);
}

// How many of these have the verdict.
double CountOf(const std::vector<FamilyComparison>& all, Verdict verdict) {
  return static_cast<double>(
      std::count_if(all.begin(), all.end(), [&](const FamilyComparison& one) { return one.verdict == verdict; }));
}

// Adds nothing where no launches were counted.
void AddLost(const std::string& baseline, const std::string& role, const Losses& losses, Families& families) {
  if (losses.launches > 0) families.Add("mpigauge_gate_launches_lost", {baseline, role}, losses.lost);
}

// Adds nothing if the tail was not looked at.
void AddShares(const Texts& labels, const char* name, const TailFigure& figure, Families& families) {
  if (!figure.known) return;
  families.Add(name, With(labels, "baseline"), figure.baseline_share);
  families.Add(name, With(labels, "candidate"), figure.candidate_share);
}

void AddSeries(const std::string& baseline, const SeriesComparison& series, Families& families) {
  const Texts labels = {baseline, series.name, series.case_name, ParameterText(series, "bytes"),
                        ParameterText(series, "ranks")};
  AddSide(labels, "baseline", series.baseline_median, series.baseline_seconds, families);
  AddSide(labels, "candidate", series.candidate_median, series.candidate_seconds, families);
  families.Add("mpigauge_series_ratio", labels, series.ratio);
  families.Add("mpigauge_series_ratio_bound", With(labels, "low"), series.low);
  families.Add("mpigauge_series_ratio_bound", With(labels, "high"), series.high);
  families.Add("mpigauge_series_tolerance_ratio", labels, 1 + series.tolerance);
  families.Add("mpigauge_series_detectable_ratio", labels, series.detectable_ratio);
  families.Add("mpigauge_series_noise_ratio", labels, NoiseOf(series.baseline_seconds));
  families.Add("mpigauge_series_verdict", labels, VerdictCode(series.verdict));
  const bool by_tail = series.decided_by == DecidedBy::kTail && series.verdict != Verdict::kPass;
  families.Add("mpigauge_series_decided_by_tail", labels, by_tail ? 1 : 0);
  const bool by_mean = series.decided_by == DecidedBy::kMean && series.verdict != Verdict::kPass;
  families.Add("mpigauge_series_decided_by_mean", labels, by_mean ? 1 : 0);
  AddShares(labels, "mpigauge_series_stretched_ratio", series.stretched, families);
  AddShares(labels, "mpigauge_series_slow_launches_ratio", series.slow_launches, families);
  families.Add("mpigauge_series_launches", labels, static_cast<double>(series.candidate_seconds.size()));
}

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

// If several applications have one name, the first counts.
void AddImpact(const std::string& baseline, const Comparison& comparison, Families& families) {
  if (!comparison.impact) return;
  const ImpactSection& impact = *comparison.impact;
  if (impact.fail_impact) families.Add("mpigauge_impact_tolerance_ratio", {baseline}, 1 + *impact.fail_impact);
  std::set<std::string> seen;  // Prometheus takes a time series once
  for (const ApplicationImpact& one : impact.applications) {
    if (!seen.insert(one.application).second) continue;
    families.Add("mpigauge_impact_ratio", {baseline, one.application}, one.ratio);  // +Inf where it hangs
    if (one.confidence == 0) continue;
    families.Add("mpigauge_impact_ratio_bound", {baseline, one.application, "low"}, one.low);
    families.Add("mpigauge_impact_ratio_bound", {baseline, one.application, "high"}, one.high);
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
    families.Add("mpigauge_gate_families", {baseline, VerdictName(verdict)}, CountOf(comparison.families, verdict));
  }
  AddLost(baseline, "baseline", comparison.losses.baseline, families);
  AddLost(baseline, "candidate", comparison.losses.candidate, families);
  families.Add("mpigauge_gate_info", {baseline, facts.library, gate.candidate_run_id}, 1);
  families.Add("mpigauge_gate_inconclusive_gates", {baseline}, facts.inconclusive);
  families.Add("mpigauge_gate_false_alarm_ratio", {baseline}, comparison.alpha);
  for (const SeriesComparison& series : comparison.series) AddSeries(baseline, series, families);
  AddControls(baseline, comparison, families);
  AddImpact(baseline, comparison, families);
}

namespace {

struct NewestGate {
  std::string gate_id;
  double inconclusive = 0;
  bool in_a_row = true;
};

// Returns the newest gate of each name, and how many in a row were inconclusive. A name whose newest gate was forgotten
// has none until it is judged again.
std::map<std::string, NewestGate> NewestGates(const std::vector<GateResult>& newest_first) {
  std::map<std::string, NewestGate> newest;
  std::set<std::string> forgotten;
  for (const GateResult& gate : newest_first) {
    if (!gate.forgotten_at.empty() && !newest.contains(gate.baseline)) forgotten.insert(gate.baseline);
    if (!gate.forgotten_at.empty() || forgotten.contains(gate.baseline)) continue;
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

void AddNewestGates(Store& store, const std::vector<Run>& runs, Families& families) {
  std::map<std::string, std::string> libraries;
  for (const Run& run : runs) libraries[run.run_id] = run.library;
  const std::vector<GateResult> newest_first = store.gates().Summaries();
  AddFailures(WhereThingsStand(newest_first, libraries), families);
  for (const auto& [baseline, newest] : NewestGates(newest_first)) {
    const GateResult gate = store.gates().Find(newest.gate_id).value();
    AddGate(gate, {libraries[gate.candidate_run_id], newest.inconclusive}, store.name(), families);
  }
}

}  // namespace mpigauge
