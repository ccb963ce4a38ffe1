// Runs with libmpigauge_clock.so preloaded (see BUILD), which makes CLOCK_MONOTONIC_RAW 20% slow.
#include <gtest/gtest.h>

#include "harness/clock/timer_check.h"

namespace mpigauge {
namespace {

TEST(TimerCheck, AClockThatALibrarySlowsIsFound) {
  const TimerCheck check((Timer()));
  EXPECT_EQ(check.Compare().disagreement, "clock_monotonic_raw -20.0% beside the kernel's clock");
}

}  // namespace
}  // namespace mpigauge
