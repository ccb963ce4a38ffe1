#include "ci/launch/launches.h"

#include "base/error.h"

namespace mpigauge {

void RequireLaunches(const CampaignRun& run) {
  if (run.interrupted) {
    throw NotMeasured("stopped; run {} keeps the {} launch(es) that had finished", run.run_id, run.complete);
  }
  if (run.complete > 0) return;
  throw NotMeasured("{}: no launch ended well: {}", run.library,
                    run.problems.empty() ? "there was no time for one" : run.problems[0]);
}

}  // namespace mpigauge
