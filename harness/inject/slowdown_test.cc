#include "harness/inject/slowdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

TEST(Slowdown, ParsesTimesFactorsRanksAndSizes) {
  const auto slow = ParseSlowdowns("MPI_Allreduce:+500ns;MPI_Bcast:*1.10:from=4KiB;MPI_Send:*1.2+1us:rank=1");
  EXPECT_EQ(slow.at("MPI_Allreduce").addition_ns, 500);
  EXPECT_EQ(slow.at("MPI_Allreduce").rank, -1);
  EXPECT_DOUBLE_EQ(slow.at("MPI_Bcast").factor, 1.1);
  EXPECT_EQ(slow.at("MPI_Bcast").from_bytes, 4096);
  EXPECT_EQ(slow.at("MPI_Send").addition_ns, 1000);
  EXPECT_EQ(slow.at("MPI_Send").rank, 1);
  EXPECT_FALSE(slow.at("MPI_Send").clock_is_extra);
  EXPECT_TRUE(ParseSlowdowns("MPI_Send:*1.03:from=8:clock=extra").at("MPI_Send").clock_is_extra);
  EXPECT_DOUBLE_EQ(ParseSlowdowns("MPI_Send:*120%").at("MPI_Send").factor, 1.2);
  EXPECT_EQ(ParseSlowdowns("MPI_Send:*1").at("MPI_Send").factor, 1);
  EXPECT_EQ(slow.at("MPI_Send").every, 1);
  EXPECT_EQ(ParseSlowdowns("MPI_Send:+1ms:every=200").at("MPI_Send").every, 200);
  EXPECT_FALSE(slow.at("MPI_Send").sleeps);
  EXPECT_TRUE(ParseSlowdowns("MPI_Send:+1ms:sleep").at("MPI_Send").sleeps);
  EXPECT_TRUE(ParseSlowdowns("").empty());
}

TEST(Slowdown, MistakesAreNamed) {
  for (const char* text : {"MPI_Send", "MPI_Send:20%", "MPI_Send:*0.5", "MPI_Send:+fast", "MPI_Send:+1us:node=3",
                           "MPI_Send:+1us:clock=none", "MPI_Send:+1us:every=0"}) {
    try {
      ParseSlowdowns(text);
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("MPIGAUGE_SLOW"));
    }
  }
}

TEST(Slowdown, ExtraIsFactorAndAdditionWithoutTheClocksOwnCost) {
  EXPECT_EQ(ExtraNs({1.2, 0, -1, 0}, 0, 1020, 20), 160);  // 20% of 1000, two reads of 20 already spent
  EXPECT_EQ(ExtraNs({1, 500, -1, 0}, 0, 1020, 20), 460);
  EXPECT_EQ(ExtraNs({1.01, 0, -1, 0}, 0, 1020, 20), 0);  // less than the clock costs
}

// The clock is read twice beside *1.00, too: its cost is no part of the difference. Waiting ends after half a reading
// more than it was asked for, on average.
TEST(Slowdown, WholeSlowdownIsWaitedForWhereTheClockIsExtra) {
  EXPECT_EQ(ExtraNs({.factor = 1.03, .clock_is_extra = true}, 0, 1020, 20), 20);
  EXPECT_EQ(ExtraNs({.factor = 1.2, .addition_ns = 100, .clock_is_extra = true}, 0, 1020, 20), 290);
  EXPECT_EQ(ExtraNs({.factor = 1, .clock_is_extra = true}, 0, 1020, 20), 0);
}

}  // namespace
}  // namespace mpigauge
