#pragma once

// The two clocks of a trace, and what reading them costs.

#include <cstdint>
#include <ctime>

namespace mpigauge {

inline std::int64_t ReadClock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// The processor time of the calling thread alone, in nanoseconds: a rank that waits for its turn on a shared processor
// takes none.
inline std::int64_t ThreadCpuNow() { return ReadClock(CLOCK_THREAD_CPUTIME_ID); }
inline std::int64_t WallNow() { return ReadClock(CLOCK_MONOTONIC); }

// A moment between computing and a call. The processor's clock is read last when computing begins, first when it ends.
struct Moment {
  std::int64_t wall = 0;
  std::int64_t cpu = 0;
};

inline Moment BurstBegins(bool with_cpu) {
  Moment moment{.wall = WallNow()};
  moment.cpu = with_cpu ? ThreadCpuNow() : moment.wall;
  return moment;
}

inline Moment BurstEnds(bool with_cpu) {
  Moment moment;
  if (with_cpu) moment.cpu = ThreadCpuNow();
  moment.wall = WallNow();
  if (!with_cpu) moment.cpu = moment.wall;
  return moment;
}

// What the clocks say of a burst in which nothing is done: to be taken off each. The median of many, because the
// machine may be loaded.
Moment MeasureEmptyBurst(bool with_cpu);

}  // namespace mpigauge
