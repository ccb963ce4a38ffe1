#include <set>

#include "dashboards/metrics/parts.h"
#include "simulator/impact/impact_json.h"

namespace mpigauge {

void AddImpact(const GateResult& gate, const std::string& store_name, Families& families) {
  const Json stored = gate.comparison.value("impact", Json(nullptr));
  if (stored.is_null()) return;
  const ImpactSection impact = ImpactSectionFromJson(stored, store_name + ": gate " + gate.gate_id + ", impact");
  if (impact.fail_impact) families.Add("mpigauge_impact_tolerance_ratio", {gate.baseline}, 1 + *impact.fail_impact);
  std::set<std::string> seen;  // Prometheus takes a time series once
  for (const ApplicationImpact& one : impact.applications) {
    if (!seen.insert(one.application).second) continue;
    families.Add("mpigauge_impact_ratio", {gate.baseline, one.application}, one.ratio);  // +Inf where it hangs
    if (one.confidence == 0) continue;
    families.Add("mpigauge_impact_ratio_bound", {gate.baseline, one.application, "low"}, one.low);
    families.Add("mpigauge_impact_ratio_bound", {gate.baseline, one.application, "high"}, one.high);
  }
}

}  // namespace mpigauge
