#include "harness/sync/broadcast_bound.h"

#include <algorithm>

namespace mpigauge {

std::int64_t BroadcastBound(const Control& control, const GlobalClock& clock) {
  constexpr int kBroadcasts = 20;
  std::int64_t longest = 0;
  for (int i = 0; i < kBroadcasts; ++i) {
    control.Barrier();
    std::int64_t sent = clock.Now();
    control.Broadcast(sent);
    std::int64_t took[] = {clock.Now() - sent};
    control.MaxToRoot(took);
    longest = std::max(longest, took[0]);
  }
  control.Broadcast(longest);
  return longest;
}

}  // namespace mpigauge
