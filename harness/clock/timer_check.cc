#include "harness/clock/timer_check.h"

#include <fmt/format.h>
#include <mpi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "harness/agree/control.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t NanosecondsOf(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

// The kernel itself: nothing that was loaded into the process stands between.
std::int64_t KernelNow() {
  timespec time = {};
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC_RAW, &time);
  return NanosecondsOf(time);
}

std::int64_t LibraryNow(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return NanosecondsOf(time);
}

TimerReadings ReadOnce(const Timer& used) {
  TimerReadings readings;
  const std::int64_t kernel = KernelNow();
  const std::int64_t raw = LibraryNow(CLOCK_MONOTONIC_RAW);
  const std::int64_t monotonic = LibraryNow(CLOCK_MONOTONIC);
  const auto wtime = static_cast<std::int64_t>(MPI_Wtime() * 1e9);
  const std::int64_t of_used = used.Now();
  readings.ticks = ReadTsc();
  readings.taken_ns = KernelNow() - kernel;
  readings.ns = {{"kernel", kernel},
                 {std::string(Timer::kMonotonicRaw), raw},
                 {"clock_monotonic", monotonic},
                 {"mpi_wtime", wtime}};
  const bool known =
      std::any_of(readings.ns.begin(), readings.ns.end(), [&](const auto& one) { return one.first == used.name(); });
  if (!known) readings.ns.emplace_back(used.name(), of_used);
  return readings;
}

// On a loaded machine the process may be interrupted between two timers: the fastest of several tries counts.
TimerReadings ReadTimers(const Timer& used) {
  constexpr int kTries = 50;
  TimerReadings best = ReadOnce(used);
  for (int i = 1; i < kTries; ++i) {
    TimerReadings readings = ReadOnce(used);
    if (readings.taken_ns < best.taken_ns) best = std::move(readings);
  }
  return best;
}

}  // namespace

TimerComparison CompareTimers(const TimerReadings& begin, const TimerReadings& end) {
  TimerComparison comparison;
  const auto truth = static_cast<double>(end.ns[0].second - begin.ns[0].second);
  if (end.ticks > begin.ticks) comparison.ticks_per_second = static_cast<double>(end.ticks - begin.ticks) / truth * 1e9;
  const double unsure = static_cast<double>(begin.taken_ns + end.taken_ns) / truth;
  for (std::size_t i = 1; i < begin.ns.size(); ++i) {
    const double gained = static_cast<double>(end.ns[i].second - begin.ns[i].second) / truth - 1;
    if (std::fabs(gained) <= kTimerShare + unsure) continue;
    comparison.disagreement +=
        fmt::format("{}{} {:+.1f}%", comparison.disagreement.empty() ? "" : ", ", begin.ns[i].first, gained * 100);
  }
  if (!comparison.disagreement.empty()) comparison.disagreement += " beside the kernel's clock";
  return comparison;
}

TimerCheck::TimerCheck(const Timer& used) : used_(used), begin_(ReadTimers(used)) {}

TimerComparison TimerCheck::Compare() const {
  const std::int64_t missing = begin_.ns[0].second + kShortestNs - KernelNow();
  if (missing > 0) usleep(static_cast<useconds_t>(missing / 1000 + 1));
  return CompareTimers(begin_, ReadTimers(used_));
}

std::string FirstDisagreement(const Control& control, const TimerComparison& mine) {
  const std::vector<std::string> all = control.GatherToRoot(mine.disagreement);
  std::string first;
  std::size_t count = 0;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (!all[rank].empty() && count++ == 0) first = fmt::format("rank {}: {}", rank, all[rank]);
  }
  return count > 1 ? fmt::format("{}, and so do {} more ranks", first, count - 1) : first;
}

}  // namespace mpigauge
