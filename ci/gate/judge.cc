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
  AddImpact(yardstick.applications, store, baseline, yardstick.impact, answer);
  ProposeBaseline(store, baseline, answer);
  KeepGate(store, answer, baseline.empty() ? answer.comparison.baseline : baseline, gate_id);
}

}  // namespace mpigauge
