// Operations of known length, which check the harness and not the library: do the ranks start together, and is the
// timer right? Source: MPIPerf 6.1 [KU11].
#include <cstdint>

#include "harness/state/state.h"

namespace mpigauge {
namespace {

void WaitFor(const Timer& timer, std::int64_t ns) {
  const std::int64_t end = timer.Now() + ns;
  while (timer.Now() < end) {
  }
}

// Rank i waits i + 1 us: n us in all, from the first start to the last end, and never less. The readings of the timer
// at both ends are in the figure as in any other series'.
void WaitPatternUp(State& state) {
  const std::int64_t wait = (state.rank() + 1) * std::int64_t{1000};
  for (auto _ : state) WaitFor(state.timer(), wait);
}
MPIGAUGE_CASE(WaitPatternUp)->SelfTest()->Version(2)->Describe("rank i waits i + 1 us: n us in all");

// The operation does nothing: the rest is how far apart the ranks start, and two readings of the timer.
void WaitPatternNull(State& state) {
  for (auto _ : state) {
  }
}
MPIGAUGE_CASE(WaitPatternNull)->SelfTest()->Describe("nothing: how far apart the ranks start");

}  // namespace
}  // namespace mpigauge
