#include "baselines/compare/waiting_doubts.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/plural.h"
#include "record/waiting_use.h"

namespace mpigauge {
namespace {

// How many launches of a side say whether they slept, and how many of those did not.
struct Waits {
  std::size_t told = 0;
  std::size_t busy = 0;
};

// The ranks are in the key of the environment. They could have had a processor each: fewer make the rule stricter.
int RanksOf(const LaunchRecord& launch) {
  const auto found = launch.environment.key.find("ranks");
  return found == launch.environment.key.end() ? 1 : std::atoi(found->second.c_str());
}

Waits WaitsOf(const Side& side) {
  Waits waits;
  for (const LaunchRecord& launch : side.launches) {
    const auto use = WaitingUseOf(launch);
    if (!use || !IsKnown(*use)) continue;
    ++waits.told;
    const int ranks = RanksOf(launch);
    if (IsBusy(*use, ranks, ranks)) ++waits.busy;
  }
  return waits;
}

}  // namespace

std::vector<std::string> WaitingDoubts(const Side& baseline, const Side& candidate) {
  const Waits before = WaitsOf(baseline);
  const Waits after = WaitsOf(candidate);
  if (before.told == 0 || 2 * before.busy >= before.told || 2 * after.busy <= after.told) return {};
  return {fmt::format(
      "{} of {} of the candidate take a processor while they wait (is there a progress thread?), and {} of {} of the "
      "baseline do: no time says what an application pays for that",
      after.busy, Counted(after.told, "launch"), before.busy, before.told)};
}

}  // namespace mpigauge
