#include "ci/launch/launches.h"

#include "base/error.h"
#include "base/plural.h"
#include "base/units.h"

namespace mpigauge {

Launches::Deadline DeadlineAfter(const std::string& budget, const std::string& what) {
  if (budget.empty()) return std::nullopt;
  using Clock = std::chrono::steady_clock;
  const std::chrono::duration<double> seconds(ParseSeconds(budget, what));
  return Clock::now() + std::chrono::ceil<Clock::duration>(seconds);
}

void RequireLaunches(const CampaignRun& run) {
  if (run.interrupted) {
    throw NotMeasured("stopped; run {} keeps {} that had finished", run.run_id, Counted(run.complete, "launch"));
  }
  if (run.complete > 0) return;
  throw NotMeasured(
      "{}: no launch ended well: {}", run.library,
      run.problems.empty() ? "there was no time for one (--budget; --suite=smoke measures less)" : run.problems[0]);
}

}  // namespace mpigauge
