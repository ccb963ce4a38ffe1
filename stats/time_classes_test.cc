#include "stats/time_classes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace mpigauge {
namespace {

// 999 times around a microsecond and one a thousand times as long, in no order.
std::vector<double> OneSlowOfThousand() {
  std::vector<double> times(1000, 1e-6);
  times[17] = 1e-3;
  return times;
}

TEST(TimeClasses, AClassEndsWithinAPercentAboveWhatItHolds) {
  for (const double time : {1e-12, 3.3e-9, 1e-6, 0.25, 100.0}) {
    const TimeClasses classes = CountTimes(std::vector{time});
    ASSERT_EQ(classes.size(), 1u);
    EXPECT_GE(EndOfClass(classes[0].index), time * (1 - 1e-9));
    EXPECT_LE(EndOfClass(classes[0].index), time * 1.0101);
  }
  EXPECT_EQ(CountTimes(std::vector{0.0, 1e-13}), (TimeClasses{{0, 2}}));
  EXPECT_NEAR(EndOfClass(0), 1.01e-12, 1e-20);
  EXPECT_NEAR(EndOfClass(1), 1.0201e-12, 1e-20);
}

TEST(TimeClasses, SharesAndQuantilesAreThoseOfTheSample) {
  const TimeClasses classes = CountTimes(OneSlowOfThousand());
  const int usual = QuantileClass(classes, 0.5);
  EXPECT_EQ(QuantileClass(classes, 0.999), usual);
  EXPECT_GT(QuantileClass(classes, 0.9991), usual);
  EXPECT_DOUBLE_EQ(ShareAbove(classes, usual), 0.001);
  EXPECT_DOUBLE_EQ(ShareAbove(classes, usual - 1), 1);
  EXPECT_DOUBLE_EQ(ShareAbove(classes, QuantileClass(classes, 1)), 0);
}

TEST(TimeClasses, ARatioSpansAsManyClassesAsItHasPercents) {
  EXPECT_EQ(ClassesOfRatio(1), 0);
  EXPECT_EQ(ClassesOfRatio(1.01), 1);
  EXPECT_EQ(ClassesOfRatio(1.05), 5);
  const int from = CountTimes(std::vector{2e-6})[0].index;
  const int to = CountTimes(std::vector{2e-6 * 1.5})[0].index;
  EXPECT_LE(to - from, ClassesOfRatio(1.5));
  EXPECT_GE(to - from, ClassesOfRatio(1.5) - 1);
}

TEST(TimeClasses, EmptyCountHasNoShareAndInfiniteTimesAreRefused) {
  EXPECT_EQ(ShareAbove({}, 0), 0);
  EXPECT_EQ(QuantileClass({}, 0.999), 0);
  EXPECT_THROW(CountTimes(std::vector{std::numeric_limits<double>::infinity()}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
