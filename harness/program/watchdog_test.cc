#include "harness/program/watchdog.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <thread>

namespace mpigauge {
namespace {

TEST(WatchdogDeathTest, NamesRankSeriesAndPhaseAndExitsWithThree) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto hang = [] {
    Watchdog watchdog(1, 4, 0.2);
    watchdog.Watch("allreduce/bytes:8/ranks:4");
    watchdog.phase() = "in the operation";
    std::this_thread::sleep_for(std::chrono::seconds(60));
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(3), "rank 1 of 4: allreduce/bytes:8/ranks:4: in the operation for");
}

TEST(WatchdogDeathTest, MorePatientWatchdogGivesUpLater) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto hang = [] {
    const auto start = std::chrono::steady_clock::now();
    Watchdog watchdog(3, 4, 0.2);
    watchdog.Watch("allreduce/bytes:8/ranks:2", 5);
    watchdog.phase() = "sitting out";
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(800)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    std::fputs("still there; ", stderr);
    std::this_thread::sleep_for(std::chrono::seconds(60));
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(3), "still there; .*rank 3 of 4: .*: sitting out for 1 s");
}

// Each visit takes a twentieth of the limit, all together more than it. A watchdog that counts from its own beginning
// would end this program.
TEST(Watchdog, StaysQuietWhileVisitsEndInTime) {
  constexpr double kLimit = 1;
  const auto start = std::chrono::steady_clock::now();
  std::chrono::duration<double> took{0};
  Watchdog watchdog(0, 1, kLimit);
  while (took.count() < 1.2 * kLimit) {
    watchdog.Watch("series");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    took = std::chrono::steady_clock::now() - start;
  }
  EXPECT_GT(took.count(), kLimit);
}

}  // namespace
}  // namespace mpigauge
