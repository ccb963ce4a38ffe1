#include "harness/sync/round_time.h"

#include <gtest/gtest.h>

#include <array>

namespace mpigauge {
namespace {

TEST(RoundTime, EveryStartIsChosenAfterTheLastEndAndFurtherAheadAfterALateOne) {
  const GlobalClock clock;
  RoundTime sync(clock, false);
  const Stage first = sync.Next(1000, false);
  EXPECT_EQ(first.observations, 1);
  EXPECT_GT(first.start_ns, 1000);
  const std::array late{StartQuality::kCameLate};
  const std::array<std::int64_t, 1> duration{10};
  sync.Learn(first, late, duration, 2000);
  EXPECT_EQ(sync.Next(2000, false).start_ns - 2000, 2 * (first.start_ns - 1000));
}

// Once, a launch whose ranks were preempted in one visit stayed slow in the hundred visits after it, up to thirtyfold,
// beside launches of the same library that were not.
TEST(RoundTime, AVisitDoesNotSufferFromTheOneBefore) {
  const GlobalClock clock;
  RoundTime sync(clock, false);
  sync.Begin();
  const std::int64_t first = sync.Next(0, false).start_ns;
  const std::array late{StartQuality::kCameLate};
  const std::array<std::int64_t, 1> duration{10};
  for (int i = 0; i < 20; ++i) sync.Learn(sync.Next(0, false), late, duration, 0);
  EXPECT_GT(sync.Next(0, false).start_ns, 100 * first);
  sync.Begin();
  EXPECT_EQ(sync.Next(0, false).start_ns, first);
}

}  // namespace
}  // namespace mpigauge
