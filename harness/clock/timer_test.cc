#include "harness/clock/timer.h"

#include <gtest/gtest.h>

#include <chrono>

namespace mpigauge {
namespace {

TEST(Timer, GoesAtTheRateOfTheSteadyClock) {
  const Timer timer;
  const auto steady_start = std::chrono::steady_clock::now();
  const std::int64_t start = timer.Now();
  while (std::chrono::steady_clock::now() - steady_start < std::chrono::milliseconds(100)) {
  }
  const auto ours = static_cast<double>(timer.Now() - start);
  const std::chrono::duration<double, std::nano> theirs = std::chrono::steady_clock::now() - steady_start;
  EXPECT_NEAR(ours / theirs.count(), 1, 0.2);  // wide: either clock may be read late on a loaded machine
}

TEST(Timer, AnInjectedOffsetIsAdded) {
  const std::int64_t plain = Timer().Now();
  EXPECT_GT(Timer(1'000'000'000'000).Now() - plain, 999'000'000'000);
}

TEST(Timer, QualityIsMeasured) {
  const TimerQuality quality = MeasureTimer(Timer());
  EXPECT_TRUE(quality.monotonic);
  EXPECT_GT(quality.resolution_seconds, 0);
  EXPECT_GT(quality.cost_seconds, 0);
  EXPECT_LE(quality.resolution_seconds, 1e-3);
}

TEST(Timer, ASourceIsReadAndNamed) {
  const Timer timer(
      "standing", +[] { return std::int64_t{42}; });
  EXPECT_EQ(timer.Now(), 42);
  EXPECT_EQ(timer.name(), "standing");
  EXPECT_EQ(Timer().name(), "clock_monotonic_raw");
}

// A timer that never moved while it was read many times has a resolution of more than that, not of zero.
TEST(Timer, ATimerThatStandsStillIsCoarse) {
  const TimerQuality quality = MeasureTimer(Timer(
      "standing", +[] { return std::int64_t{42}; }));
  EXPECT_GE(quality.resolution_seconds, 1e-3);
  EXPECT_GE(quality.ShortestTime(), 1e-2);
}

TEST(Timer, GoingBackIsSeen) {
  static std::int64_t time = 0;
  EXPECT_FALSE(MeasureTimer(Timer(
                                "backwards", +[] { return time += time % 2 == 0 ? 3 : -1; }))
                   .monotonic);
}

}  // namespace
}  // namespace mpigauge
