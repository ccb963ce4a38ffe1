#pragma once

#include "baselines/compare/comparison.h"
#include "baselines/store/store.h"
#include "ci/gate/gate.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// Checks the series that are faster by more than half whole (SeriesComparison::not_checked_whole): one more launch of
// the candidate measures them with --verify=all, as a run of its own. Series with wrong data have no times then, and
// fail; where the launch met another fault, they do not pass. What could not be checked says why not. The run is
// deleted unless data were wrong: its times are not those of other runs, and no history should have them.
void CheckWhole(Store& store, const LaunchPlan& candidate, const GateOptions& options, GateAnswer& answer);

}  // namespace mpigauge
