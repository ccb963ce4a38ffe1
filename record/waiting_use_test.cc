#include "record/waiting_use.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(WaitingUse, ARecordTellsIt) {
  LaunchRecord record;
  EXPECT_FALSE(WaitingUseOf(record));
  SetWaitingUse({12.5, 1.25, 0.75}, record);
  const auto use = WaitingUseOf(record);
  ASSERT_TRUE(use);
  EXPECT_EQ(use->seconds, 12.5);
  EXPECT_EQ(use->all, 1.25);
  EXPECT_EQ(use->most, 0.75);
  for (const char* damaged : {"", "much", "1.5 of 2", "-1", "nan", "inf"}) {
    record.settings["waiting_processors"] = damaged;
    EXPECT_FALSE(WaitingUseOf(record)) << damaged;
  }
}

TEST(WaitingUse, RanksThatSleepAreNotBusy) {
  EXPECT_FALSE(IsBusy({10, 0.004, 0.002}, 2, 2));
  EXPECT_FALSE(IsBusy({10, 0.5, 0.01}, 64, 64));  // a hundredth of each
}

TEST(WaitingUse, RanksThatSpinAreBusyHoweverManyShareTheProcessors) {
  EXPECT_TRUE(IsBusy({10, 2, 1}, 2, 2));
  EXPECT_TRUE(IsBusy({10, 0.33, 0.16}, 2, 2));    // six launches of two ranks on two processors
  EXPECT_TRUE(IsBusy({10, 0.33, 0.021}, 16, 2));  // the same of sixteen
  EXPECT_TRUE(IsBusy({10, 1, 1}, 64, 64));        // one rank of many
}

TEST(WaitingUse, AShortWaitSaysNothing) { EXPECT_FALSE(IsBusy({0.19, 2, 1}, 2, 2)); }

}  // namespace
}  // namespace mpigauge
