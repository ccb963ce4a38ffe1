#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "harness/state/state.h"

namespace mpigauge {

// Times a part of each operation, for cases with Parts(). What reading the clock adds to a part is measured before the
// loop and taken off; no part is below zero.
class PartTimer {
 public:
  explicit PartTimer(State& state) : state_(state), clock_(state.timer()), cost_ns_(Cost(clock_)) {}

  void Begin() { begin_ns_ = clock_.Now(); }
  void End() { Take(clock_.Now() - begin_ns_ - cost_ns_); }
  // What was found otherwise, without the clock's cost.
  void Take(std::int64_t ns) { state_.TakePart(std::max<std::int64_t>(ns, 0)); }

  std::int64_t Now() const { return clock_.Now(); }

  void Wait(std::int64_t ns) const {
    const std::int64_t end = clock_.Now() + ns;
    while (clock_.Now() < end) {
    }
  }

 private:
  // Of two readings in a row, the median: what an empty part would take.
  static std::int64_t Cost(const Timer& clock) {
    std::array<std::int64_t, 101> empty;
    for (std::int64_t& ns : empty) {
      const std::int64_t begin = clock.Now();
      ns = clock.Now() - begin;
    }
    std::nth_element(empty.begin(), empty.begin() + empty.size() / 2, empty.end());
    return empty[empty.size() / 2];
  }

  State& state_;
  const Timer& clock_;
  const std::int64_t cost_ns_;
  std::int64_t begin_ns_ = 0;
};

}  // namespace mpigauge
