#include "harness/program/watchdog.h"

#include <gtest/gtest.h>

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

TEST(WatchdogDeathTest, WhoIsMorePatientGivesUpLater) {
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

TEST(Watchdog, StaysQuietWhileVisitsEndInTime) {
  Watchdog watchdog(0, 1, 30);
  for (int i = 0; i < 1000; ++i) watchdog.Watch("series");
}

}  // namespace
}  // namespace mpigauge
