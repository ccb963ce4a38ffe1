#include "ci/gate/judge.h"

#include "baselines/verdict/waivers.h"
#include "ci/gate/promote.h"

namespace mpigauge {

Yardstick MakeYardstick(const Waivers& waivers, const ImpactSettings& impact) {
  return {waivers, impact, ReadApplications(impact.traces, impact.read)};
}

void Judge(Store& store, const Yardstick& yardstick, const std::string& baseline, GateAnswer& answer,
           const std::string& gate_id) {
  ApplyWaivers(answer.comparison, yardstick.waivers, Today());
  const std::string& reference = answer.previous_run_id.empty() ? baseline : answer.previous_run_id;
  AddImpact(yardstick.applications, store, reference, yardstick.impact, answer);
  ProposeBaseline(store, reference, answer);
  KeepGate(store, answer, baseline.empty() ? answer.comparison.baseline : baseline, gate_id);
}

}  // namespace mpigauge
