#pragma once

// The two clocks of a trace, and what reading them costs.

#include <algorithm>
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

// A moment between computing and a call. The wall clock is read last when computing begins and first when it ends: it
// takes a tenth of what the processor's clock takes, which is a system call and slower in a program than in a row.
struct Moment {
  std::int64_t wall = 0;
  std::int64_t cpu = 0;
};

inline Moment BurstBegins(bool with_cpu) {
  Moment moment;
  if (with_cpu) moment.cpu = ThreadCpuNow();
  moment.wall = WallNow();
  if (!with_cpu) moment.cpu = moment.wall;
  return moment;
}

inline Moment BurstEnds(bool with_cpu) {
  Moment moment{.wall = WallNow()};
  moment.cpu = with_cpu ? ThreadCpuNow() : moment.wall;
  return moment;
}

// How long was computed between the two, less what the clocks take. No thread computes for longer than passes: where it
// kept its processor, the wall clock, which is read closer to the computation, says it better.
inline Moment BurstBetween(const Moment& begin, const Moment& end, const Moment& empty) {
  const std::int64_t wall = std::max<std::int64_t>(0, end.wall - begin.wall - empty.wall);
  const std::int64_t cpu = std::max<std::int64_t>(0, end.cpu - begin.cpu - empty.cpu);
  return {.wall = wall, .cpu = std::min(cpu, wall)};
}

// Measures the clocks' cost of a burst in which nothing is done; it is subtracted from each burst. The median of many,
// because the machine may be loaded.
Moment MeasureEmptyBurst(bool with_cpu);

}  // namespace mpigauge
