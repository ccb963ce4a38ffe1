#include "ci/launch/try_last.h"

#include <algorithm>

namespace mpigauge {

void TryLast::Learn(const LaunchOutcome& outcome) {
  if (!outcome.running || (outcome.status != LaunchStatus::kCrashed && outcome.status != LaunchStatus::kHung)) return;
  const std::string& name = outcome.running->name;
  if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
}

void TryLast::AppendTo(std::vector<std::string>& arguments) const {
  if (!names_.empty()) arguments.push_back("--last=" + ExactlyThese(names_));  // [SK12]
}

}  // namespace mpigauge
