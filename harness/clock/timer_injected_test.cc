#include "harness/clock/timer_injected.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace mpigauge {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

TEST(InjectedError, OffsetAndDriftAreAdded) {
  const InjectedError error{.offset_ns = -7, .drift = 1e-3, .origin_ns = kSecond};
  EXPECT_EQ(error.Shown(kSecond), kSecond - 7);
  EXPECT_EQ(error.Shown(2 * kSecond), 2 * kSecond - 7 + 1'000'000);
  EXPECT_EQ(error.Shown(0), -7 - 1'000'000);
}

TEST(InjectedError, JitterStaysInItsBoundsGoesBothWaysAndComesAgain) {
  const InjectedError error{.jitter_ns = 20, .seed = 3};
  int early = 0;
  int late = 0;
  for (std::int64_t time = 0; time < 1000; ++time) {
    const std::int64_t displaced = error.Shown(time) - time;
    EXPECT_LE(std::llabs(displaced), 20);
    EXPECT_EQ(error.Shown(time) - time, displaced);
    early += displaced < 0;
    late += displaced > 0;
  }
  EXPECT_GT(early, 300);
  EXPECT_GT(late, 300);
}

TEST(InjectedError, ACoarseClockShowsWholeTicks) {
  const InjectedError error{.offset_ns = -7, .tick_ns = 10};
  EXPECT_EQ(error.Shown(106), 90);
  EXPECT_EQ(error.Shown(107), 100);
  EXPECT_EQ(error.Shown(116), 100);
  EXPECT_EQ(error.Shown(0), -10);
}

TEST(InjectedError, SeedsAreDifferentClocks) {
  int different = 0;
  for (std::int64_t time = 0; time < 100; ++time) {
    different +=
        InjectedError{.jitter_ns = 20, .seed = 1}.Shown(time) != InjectedError{.jitter_ns = 20, .seed = 2}.Shown(time);
  }
  EXPECT_GT(different, 80);
}

}  // namespace
}  // namespace mpigauge
