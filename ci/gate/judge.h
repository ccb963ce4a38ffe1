#pragma once

#include <string>
#include <vector>

#include "base/uuid.h"
#include "baselines/verdict/waivers.h"
#include "ci/gate/find_impact.h"
#include "ci/gate/gate.h"

namespace mpigauge {

// What a gate's answer is held against, read before anything costs time.
struct Yardstick {
  Waivers waivers;
  ImpactSettings impact;
  std::vector<Application> applications;
};

// Throws Error (usage) where a trace cannot be read.
Yardstick MakeYardstick(const Waivers& waivers, const ImpactSettings& impact);

// What every gate does once its launches are compared: known slowdowns are waived, the impact on applications is added,
// a better baseline is proposed, and the answer goes into the store. `mpigauge gate`, a Slurm job that is collected and
// the pipeline come here, so that the same launches get the same answer. `baseline` is as it was named.
void Judge(Store& store, const Yardstick& yardstick, const std::string& baseline, GateAnswer& answer,
           const std::string& gate_id = NewUuid());

}  // namespace mpigauge
