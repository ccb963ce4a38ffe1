#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "simulator/fit/curve_shape.h"

namespace mpigauge {
namespace {

using testing::Each;
using testing::ElementsAre;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(CleanCurve, LaunchesFarOffAreLeftOutAndCounted) {
  const CleanCurve clean = CleanCurveOf({{8, 16, 32},
                                         {{1.00, 1.01, 0.99, 1.02, 0.98, 3.0},
                                          {1.00, 1.01, 0.99, kNaN, 0, 1.03},  // four of them count
                                          {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN}}});
  EXPECT_THAT(clean.bytes, ElementsAre(8, 16));
  EXPECT_THAT(clean.outliers, ElementsAre(1, 0));
  EXPECT_TRUE(std::isnan(clean.seconds[0][5]));
  EXPECT_THAT(clean.Medians(), ElementsAre(1.00, 1.005));
}

// Two speeds are no outliers: both are what the library does.
TEST(CleanCurve, TwoSpeedsAreNotOutliers) {
  const CleanCurve clean = CleanCurveOf({{8}, {{1, 1.001, 0.999, 1.002, 1.38, 1.381}}});
  EXPECT_THAT(clean.outliers, ElementsAre(0));
}

TEST(CleanCurve, SmallDeviationsAreNotOutliersHoweverEqualTheOthersAre) {
  EXPECT_THAT(CleanCurveOf({{8}, {{1, 1, 1, 1, 1, 1.04}}}).outliers, ElementsAre(0));
  EXPECT_THAT(CleanCurveOf({{8}, {{1, 1, 1, 1, 1, 1.06}}}).outliers, ElementsAre(1));
}

TEST(CleanCurve, MediansOfAResample) {
  const CleanCurve clean = CleanCurveOf({{8, 16}, {{1, 2, 4}, {kNaN, 6, 8}}});
  EXPECT_THAT(clean.Medians(std::vector<std::size_t>{0, 0, 2}), ElementsAre(1, 8));
  EXPECT_THAT(clean.Medians(std::vector<std::size_t>{0, 0, 0}), ElementsAre(1, 7));  // none has it: that of all
}

TEST(StandsOut, ASpikeDoesAndABreakDoesNot) {
  std::vector<double> bytes;
  std::vector<double> seconds;
  for (int i = 0; i < 30; ++i) {
    bytes.push_back(std::pow(2, i / 2.0));
    seconds.push_back((i < 12 ? 1 : 3) * (1 + 0.01 * std::sin(i)));
  }
  EXPECT_THAT(StandsOut(bytes, seconds), Each(false));
  seconds[20] *= 1.5;
  seconds[5] *= 0.5;
  const std::vector<bool> out = StandsOut(bytes, seconds);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i == 5 || i == 20) << i;
}

TEST(StandsOut, FewSizesCannotTell) {
  EXPECT_THAT(StandsOut(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 9, 1, 1}), Each(false));
}

}  // namespace
}  // namespace mpigauge
