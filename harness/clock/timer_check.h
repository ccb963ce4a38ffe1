#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/clock/timer.h"

namespace mpigauge {

class Control;

// All timers of a process, read one right after the other.
struct TimerReadings {
  std::vector<std::pair<std::string, std::int64_t>> ns;  // by name; the first one is the kernel's
  std::int64_t ticks = 0;                                // of the time stamp counter; 0 where there is none
  std::int64_t taken_ns = 0;                             // so long it took to read them
};

// The result of holding the timers of a process against each other.
struct TimerComparison {
  std::string disagreement;  // "clock_monotonic_raw -20.0% beside the kernel's clock"; empty where all agree
  double ticks_per_second = 0;
};

// Two timers of a process may differ by this share of the time between two readings.
inline constexpr double kTimerShare = 0.01;

// How the timers went from one reading to another: each beside the kernel's clock.
TimerComparison CompareTimers(const TimerReadings& begin, const TimerReadings& end);

// Holds the timers of a process against each other from its construction on: CLOCK_MONOTONIC_RAW as the C library gives
// it, CLOCK_MONOTONIC, MPI_Wtime and the timer that operations are measured by, each beside the kernel's
// CLOCK_MONOTONIC_RAW, for which the kernel is asked directly. A library that stands between the program and its clock
// makes one of them go differently.
class TimerCheck {
 public:
  explicit TimerCheck(const Timer& used);

  // Waits until there are kShortestNs between the readings, which takes no processor time.
  TimerComparison Compare() const;

  static constexpr std::int64_t kShortestNs = 50'000'000;

 private:
  Timer used_;
  TimerReadings begin_;
};

// Returns on rank 0 "rank 3: ..." of the first rank whose timers disagree, and how many more do; empty where none do.
// Collective.
std::string FirstDisagreement(const Control& control, const TimerComparison& mine);

}  // namespace mpigauge
