#include "simulator/fit/resample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mpigauge {
namespace {

using testing::Each;
using testing::Lt;
using testing::SizeIs;

TEST(ResampledLaunches, AreTheSameForTheSameSeed) {
  const auto drawn = ResampledLaunches(5, 300, 7);
  EXPECT_THAT(drawn, SizeIs(300));
  EXPECT_THAT(drawn, Each(SizeIs(5)));
  EXPECT_THAT(drawn, Each(Each(Lt(5u))));
  EXPECT_EQ(drawn, ResampledLaunches(5, 300, 7));
  EXPECT_NE(drawn, ResampledLaunches(5, 300, 8));
  std::vector<int> counts(5, 0);
  for (const auto& resample : drawn) {
    for (const std::size_t launch : resample) ++counts[launch];
  }
  // 1500 draws: 300 each, standard deviation 15.5.
  for (const int count : counts) EXPECT_NEAR(count, 300, 70);
}

// Student's quantile of one degree of freedom is 12.706; the deviation of 1, 2, 3 is 1; two launches: sqrt(2 / 1).
TEST(WithInterval, IsStudentsOfTheDeviationOfResamples) {
  const FittedValue value = WithInterval(100, {1, 2, 3}, 2, 0.95);
  EXPECT_EQ(value.value, 100);
  EXPECT_NEAR(value.high - 100, 12.706 * std::sqrt(2), 1e-3);
  EXPECT_NEAR(100 - value.low, 12.706 * std::sqrt(2), 1e-3);
}

TEST(WithInterval, IsNotBelowZeroWhereTheValueIsNot) {
  EXPECT_EQ(WithInterval(1, {1, 2, 3}, 2, 0.95).low, 0);
  EXPECT_LT(WithInterval(-1, {1, 2, 3}, 2, 0.95).low, -1);
}

TEST(WithInterval, OneLaunchHasNone) {
  EXPECT_TRUE(std::isnan(WithInterval(1, {1, 2, 3}, 1, 0.95).low));
  EXPECT_TRUE(std::isnan(WithInterval(1, {}, 5, 0.95).high));
}

}  // namespace
}  // namespace mpigauge
