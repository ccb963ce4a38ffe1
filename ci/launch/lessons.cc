#include "ci/launch/lessons.h"

#include <algorithm>

#include "base/error.h"

namespace mpigauge {

void GiveUp::Learn(const LaunchOutcome& outcome) {
  const bool never_began = outcome.status == LaunchStatus::kFailed;
  never_began_ = never_began ? never_began_ + 1 : 0;
  refused_ = refused_ || (never_began && outcome.exit_code == static_cast<int>(ExitCode::kUsage));
}

void TryLast::Learn(const LaunchOutcome& outcome) {
  if (!outcome.running || (outcome.status != LaunchStatus::kCrashed && outcome.status != LaunchStatus::kHung)) return;
  const std::string& name = outcome.running->name;
  if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
}

void TryLast::AppendTo(std::vector<std::string>& arguments) const {
  if (!names_.empty()) arguments.push_back("--last=" + ExactlyThese(names_));  // [SK12]
}

}  // namespace mpigauge
