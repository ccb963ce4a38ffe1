#include "harness/record/two_times.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

// Two ranks of 10 us each, of which the second starts `apart` after the first.
SeriesRecord Started(double apart) {
  SeriesRecord series;
  series.name = "swap_1_0/bytes:8";
  series.passes = {{{10e-6 + apart, 12e-6 + apart}, {10e-6, 12e-6}, 0}, {{11e-6 + apart}, {11e-6}, 0}};
  return series;
}

TEST(TwoTimes, AreTheLongestOwnOneAndThatFromFirstToLast) {
  const TwoTimes times = TwoTimesOf(Started(5e-6), "mean");
  EXPECT_NEAR(times.longest, 11e-6, 1e-12);
  EXPECT_NEAR(times.first_to_last, 16e-6, 1e-12);
  EXPECT_NEAR(TwoTimesOf(Started(5e-6), "minimum").longest, 10e-6, 1e-12);
}

TEST(TwoTimes, LeaveTheWarmUpOut) {
  SeriesRecord series = Started(0);
  series.warm_up_observations = 2;
  EXPECT_NEAR(TwoTimesOf(series, "mean").longest, 11e-6, 1e-12);
}

TEST(TwoTimes, AreNotedWhereTheyDisagree) {
  EXPECT_EQ(DisagreementNote(Started(5.5e-6), "mean"),
            "swap_1_0/bytes:8: the two times disagree: 16.5 us from the first start to the last end, 11.0 us on the "
            "rank that took longest (+50%); the ranks did not start together\n");
  EXPECT_EQ(DisagreementNote(Started(1e-6), "mean"), "");
  EXPECT_NE(DisagreementNote(Started(1.2e-6), "mean"), "");
}

}  // namespace
}  // namespace mpigauge
