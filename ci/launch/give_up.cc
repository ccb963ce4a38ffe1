#include "ci/launch/give_up.h"

#include "harness/base/error.h"

namespace mpigauge {

void GiveUp::Learn(const LaunchOutcome& outcome) {
  const bool never_began = outcome.status == LaunchStatus::kFailed;
  never_began_ = never_began ? never_began_ + 1 : 0;
  refused_ = refused_ || (never_began && outcome.exit_code == static_cast<int>(ExitCode::kUsage));
}

}  // namespace mpigauge
