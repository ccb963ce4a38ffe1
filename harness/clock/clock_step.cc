#include "harness/clock/clock_step.h"

#include <algorithm>
#include <limits>

namespace mpigauge {
namespace {

// What rounding to nanoseconds, of two readings, makes of one difference.
constexpr std::int64_t kRounding = 2;

struct Group {
  std::int64_t first = 0;
  std::int64_t last = 0;
  bool Narrow() const { return last - first <= kRounding; }
  // Twice its middle, which is a whole number.
  std::int64_t TwiceMiddle() const { return first + last; }
};

// The differences that are no disturbance, in groups; `sorted` ascends.
std::vector<Group> GroupsOf(const std::vector<std::int64_t>& sorted) {
  const std::size_t least = sorted.size() / 1000 + 1;
  std::vector<Group> groups;
  for (auto at = sorted.begin(); at != sorted.end();) {
    const auto end = std::upper_bound(at, sorted.end(), *at);
    if (static_cast<std::size_t>(end - at) >= least) {
      if (groups.empty() || *at - groups.back().last > kRounding) groups.push_back({*at, *at});
      groups.back().last = *at;
    }
    at = end;
  }
  return groups;
}

}  // namespace

std::int64_t ClockStep(std::vector<std::int64_t> differences) {
  std::erase_if(differences, [](std::int64_t difference) { return difference <= 0; });
  if (differences.empty()) return 0;
  std::sort(differences.begin(), differences.end());
  const std::vector<Group> groups = GroupsOf(differences);
  if (groups.empty() || !std::all_of(groups.begin(), groups.end(), [](const Group& one) { return one.Narrow(); })) {
    return 1;
  }
  std::int64_t step = groups[0].first;
  for (std::size_t i = 1; i < groups.size(); ++i) {
    step = std::min(step, (groups[i].TwiceMiddle() - groups[i - 1].TwiceMiddle() + 1) / 2);
  }
  return std::max<std::int64_t>(step, 1);
}

}  // namespace mpigauge
