#pragma once

#include <cstdint>
#include <vector>

#include "harness/clock/timer.h"

namespace mpigauge {

// Arithmetic that takes about as long as was asked for, and says how long it took. A processor that other programs
// share, or that gets warm, may be slower than it was when the arithmetic was sized: on a virtual machine 6%, which is
// 12 points of an overlap where the computation is twice as long as the operation. Source: OSU's nonblocking
// collectives, which take the time of each computation.
class TimedComputation {
 public:
  TimedComputation(const Timer& timer, double seconds);

  void Run() {
    Run(0, [] {});
  }
  // Calls `poll` so many times in between; its time does not count.
  template <typename Poll>
  void Run(int polls, Poll poll) {
    const std::int64_t part = steps_ / (polls + 1);
    std::int64_t ns = 0;
    for (int i = 0; i < polls; ++i) {
      ns += NanosecondsOf(part);
      poll();
    }
    taken_ns_.push_back(ns + NanosecondsOf(steps_ - part * polls));
  }
  double MedianSeconds() const;  // of the runs; 0 if there is none

 private:
  std::int64_t NanosecondsOf(std::int64_t steps) const;

  Timer timer_;
  std::int64_t steps_;
  std::vector<std::int64_t> taken_ns_;
};

}  // namespace mpigauge
