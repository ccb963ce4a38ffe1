#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/store/store.h"
#include "ci/launch/campaign.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// A gate's answer and what it cost.
struct GateAnswer {
  Comparison comparison;
  std::string candidate_run_id;
  std::vector<std::string> problems;  // of launches that did not end well
};

struct GateOptions {
  CompareSettings compare;
  CampaignOptions campaign;  // its launches are one look
  int looks = 2;             // side by side: how often open series may get more launches
  bool settle = true;        // what the stored baseline cannot pass is settled side by side
};

// Both libraries in one campaign, launches interleaved: drift of the machine cancels. What the caller put on the two
// sides (MPI, preload, environment) is what is under test, so differences that follow from it are allowed. Series that
// are inconclusive after a look get as many launches again, until the last look; every look spends an equal share of
// both error rates (Bonferroni), so that looking again costs confidence and not honesty.
GateAnswer GateSideBySide(Store& store, const LaunchPlan& baseline, const LaunchPlan& candidate,
                          const GateOptions& options);

// The candidate is measured and compared with a stored baseline, which screens. What cannot be passed that way is
// settled side by side against the baseline's own library where that can still be started here: those series get
// their verdict from the fresh launches alone.
GateAnswer GateAgainstStored(Store& store, const std::string& baseline, const LaunchPlan& candidate,
                             const GateOptions& options);

// A run that was measured before, against a stored baseline. Nothing is measured.
GateAnswer GateStoredRun(Store& store, const std::string& baseline, const std::string& run, const GateOptions& options);

// Puts a gate's answer into the store.
void KeepGate(Store& store, const GateAnswer& answer, const std::string& baseline);

}  // namespace mpigauge
