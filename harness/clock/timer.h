#pragma once

#include <time.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/clock/timer_tsc.h"

namespace mpigauge {

// The step of a clock, in nanoseconds, from differences between two readings that are close together; 0 where none is
// positive. A clock that counts tens of nanoseconds shows differences of 20, 21, 29, 30 and 31 ns: groups that rounding
// makes up to 2 ns wide, and between them its step. A clock that counts finely shows wider groups, and its step is 1
// ns. Where all are in one narrow group, nothing smaller was seen, and its smallest is the step. What fewer than one in
// a thousand differences show is a disturbance.
std::int64_t ClockStep(std::vector<std::int64_t> differences);

// A clock that is wrong in a known way: the truth in the tests of clock synchronization. Of a true time t it
// shows t + offset + drift (t - origin) + jitter, where the jitter is drawn from t and the seed: the same reading
// of the same clock is always displaced alike. Its readings are rounded down to whole ticks.
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

// The clock that is read around an operation, in whole nanoseconds: seconds in a double would lose digits. A plain
// value; a reading costs the clock and one branch that is always predicted. Source: MPIPerf 6.1 [KU10].
class Timer {
 public:
  // A clock elsewhere, such as the MPI library's; returns nanoseconds.
  using Source = std::int64_t (*)();

  // CLOCK_MONOTONIC_RAW, which nothing slews: the default.
  Timer() = default;
  explicit Timer(const TscScale& scale) : kind_(Kind::kTsc), tsc_(scale) {}
  // `name` must outlive the timer: a literal.
  Timer(std::string_view name, Source source) : kind_(Kind::kSource), source_(source), name_(name) {}
  // Clocks that are wrong in a known way, for tests.
  explicit Timer(const InjectedError& error) : kind_(Kind::kInjected), injected_(error), name_("injected") {}
  explicit Timer(std::int64_t injected_ns) : Timer(InjectedError{injected_ns, 0, 0, 0, 0}) {}

  std::int64_t Now() const {
    switch (kind_) {
      case Kind::kMonotonicRaw: return MonotonicRaw();
      case Kind::kTsc: return tsc_.Nanoseconds(ReadTsc());
      case Kind::kSource: return source_();
      case Kind::kInjected: break;
    }
    return injected_.Shown(MonotonicRaw());
  }

  // The name of the timer in --timer and in the record.
  std::string_view name() const { return kind_ == Kind::kTsc ? kTsc : name_; }

  static constexpr std::string_view kMonotonicRaw = "clock_monotonic_raw";
  static constexpr std::string_view kTsc = "tsc";

 private:
  enum class Kind { kMonotonicRaw, kTsc, kSource, kInjected };

  static std::int64_t MonotonicRaw() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
  }

  Kind kind_ = Kind::kMonotonicRaw;
  Source source_ = nullptr;
  TscScale tsc_;
  InjectedError injected_;
  std::string_view name_ = kMonotonicRaw;
};

// The quality of the timer here, measured by two reads in a row, many times. Source: SKaMPI 3.3 [SK8], its resolution.
struct TimerQuality {
  double cost_seconds = 0;        // of one read, on average in the fastest of many blocks
  double resolution_seconds = 0;  // see ClockStep
  bool monotonic = true;

  // Times below this are more the timer's than the operation's.
  double ShortestTime() const { return 10 * (cost_seconds > resolution_seconds ? cost_seconds : resolution_seconds); }
};

TimerQuality MeasureTimer(const Timer& timer);

}  // namespace mpigauge
