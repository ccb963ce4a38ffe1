#pragma once

#include <cstdint>

namespace mpigauge {

// A clock that is wrong in a known way: the truth in the tests of clock synchronization. Of a true time t it
// shows t + offset + drift (t - origin) + jitter, where the jitter is drawn from t and the seed: the same reading
// of the same clock is always displaced alike. What it shows is rounded down to whole ticks.
struct InjectedError {
  std::int64_t offset_ns = 0;
  double drift = 0;            // seconds gained in a second
  std::int64_t jitter_ns = 0;  // every reading is displaced by up to this much, in both directions
  std::uint64_t seed = 0;
  std::int64_t origin_ns = 0;
  std::int64_t tick_ns = 1;

  std::int64_t Shown(std::int64_t true_ns) const;
  std::int64_t Jitter(std::int64_t true_ns) const;
};

}  // namespace mpigauge
