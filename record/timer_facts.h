#pragma once

namespace mpigauge {

// Keys of a launch's context that say what its timers have to do with each other.

// The timers of a rank that disagreed, in words; missing where they agree.
inline constexpr const char* kTimersDisagree = "timers_disagree";

// The ticks of rank 0's time stamp counter in a second of CLOCK_MONOTONIC_RAW, over the whole launch; missing where
// there is no such counter. On one machine it is always the same.
inline constexpr const char* kTicksPerSecond = "tsc_ticks_per_second";

}  // namespace mpigauge
