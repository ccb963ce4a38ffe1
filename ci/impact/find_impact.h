#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"
#include "baselines/store/store.h"
#include "ci/gate/gate.h"
#include "ci/impact/application.h"
#include "simulator/impact/impact_of.h"

namespace mpigauge {

struct ImpactSettings {
  std::vector<std::string> traces;    // as ReadApplication() reads them; none: nothing is asked for
  std::optional<double> fail_impact;  // share of its time that an application may lose
  ReadOptions read;
  CostOptions costs;
  ImpactOptions impact;
};

// Sides need their observations. Of the baseline the launches count that are comparable with the candidate's. Throws
// Error (usage) where a side has not measured what messages cost.
ImpactSection FindImpact(const std::vector<Application>& applications, const Side& baseline, const Side& candidate,
                         const ImpactSettings& settings);

// What one percent of each operation costs, of all applications.
std::vector<Sensitivity> FindSensitivity(const std::vector<Application>& applications, const Side& side,
                                         const CostOptions& options);

// What the change that a gate judged costs, into its comparison. Its verdict becomes that of both.
// Side by side the two runs count, else the stored baseline and the candidate's run. Nothing is done without
// applications. Where a run does not say what messages cost, a note says so; with a limit that is inconclusive.
void AddImpact(const std::vector<Application>& applications, Store& store, const std::string& baseline,
               const ImpactSettings& settings, GateAnswer& answer);

}  // namespace mpigauge
