#pragma once

#include <sched.h>

namespace mpigauge {

// Waits for another process or thread that is about to come. Where processors are shared it is given one after a while.
template <typename Condition>
void SpinUntil(Condition condition) {
  constexpr int kSpins = 2000;
  for (int i = 0; !condition(); ++i) {
    if (i >= kSpins) sched_yield();
  }
}

}  // namespace mpigauge
