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
  EXPECT_GT(sync.Next(2000, false).start_ns - 2000, first.start_ns - 1000);
}

}  // namespace
}  // namespace mpigauge
