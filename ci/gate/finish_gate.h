#pragma once

#include <string>
#include <vector>

#include "base/uuid.h"
#include "baselines/verdict/waivers.h"
#include "ci/gate/find_impact.h"
#include "ci/gate/gate.h"

namespace mpigauge {

// The waivers and applications that a gate's answer is judged with; they are read before any measurement.
struct AcceptanceCriteria {
  Waivers waivers;
  ImpactSettings impact;
  std::vector<Application> applications;
};

// The last steps of every gate, once its launches are compared: known slowdowns are waived, the impact on applications
// is added, a better baseline is proposed, and the answer goes into the store. `mpigauge gate`, a Slurm job that is
// collected and the pipeline come here, so that the same launches get the same answer. `baseline` is as it was named.
void FinishGate(Store& store, const AcceptanceCriteria& criteria, const std::string& baseline, GateAnswer& answer,
                const std::string& gate_id = NewUuid());

}  // namespace mpigauge
