#include "ci/gate/finish_gate.h"

#include "baselines/verdict/waivers.h"
#include "ci/gate/promote.h"

namespace mpigauge {

void FinishGate(Store& store, const AcceptanceCriteria& criteria, const std::string& baseline, GateAnswer& answer,
                const std::string& gate_id) {
  ApplyWaivers(answer.comparison, criteria.waivers, Today());
  const std::string& reference = answer.previous_run_id.empty() ? baseline : answer.previous_run_id;
  AddImpact(criteria.applications, store, reference, criteria.impact, answer);
  ProposeBaseline(store, reference, answer);
  KeepGate(store, answer, baseline.empty() ? answer.comparison.baseline : baseline, gate_id);
}

}  // namespace mpigauge
