#include "harness/clock/global_clock.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace mpigauge {
namespace {

constexpr std::int64_t kHour = 3'600'000'000'000;

TEST(GlobalClock, WithoutCorrectionIsTheTimer) {
  const GlobalClock clock;
  EXPECT_EQ(clock.ToGlobal(123), 123);
  EXPECT_EQ(clock.ToLocal(123), 123);
}

TEST(GlobalClock, OffsetAndDriftAreTakenOff) {
  const GlobalClock clock{.offset_ns = 1000, .drift = 1e-6, .reference_ns = kHour};
  EXPECT_EQ(clock.ToGlobal(kHour), kHour - 1000);
  EXPECT_EQ(clock.ToGlobal(kHour + 1'000'000'000), kHour + 1'000'000'000 - 1000 - 1000);
}

TEST(GlobalClock, ToLocalIsTheInverseWithinANanosecond) {
  for (const double drift : {0.0, 1e-9, 3.7e-5, -2.2e-4, 1e-2, -1e-2}) {
    const GlobalClock clock{.offset_ns = -987'654'321'012, .drift = drift, .reference_ns = 5 * kHour};
    for (std::int64_t local = 0; local < 10 * kHour; local += 1'234'567'890'123) {
      EXPECT_LE(std::llabs(clock.ToLocal(clock.ToGlobal(local)) - local), 1) << drift << " " << local;
    }
  }
}

TEST(GlobalClock, TheErrorGrowsWithTheDistanceFromTheReference) {
  const GlobalClock clock{.error_ns = 5, .drift_error = 1e-6, .reference_ns = 100};
  EXPECT_EQ(clock.ErrorAt(100), 5);
  EXPECT_EQ(clock.ErrorAt(100 + 2'000'000), 7);
  EXPECT_EQ(clock.ErrorAt(100 - 2'000'000), 7);
}

}  // namespace
}  // namespace mpigauge
