#include "stats/hampel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace mpigauge {
namespace {

using testing::ElementsAreArray;

// By hand: the medians of seven are 4, 4, 4, 4, 6, 7, 8, 8, 8, 8; the distances 3, 2, 1, 0, 94, 1, 1, 0, 1, 2, and
// their median is 1.
TEST(HampelTest, OneOutlierComesDownToTheLimit) {
  std::vector<double> values = {1, 2, 3, 4, 100, 6, 7, 8, 9, 10};
  const std::vector<double> moved = MoveOutliersIn(values);
  EXPECT_NEAR(moved[4], 6 + 5 * 1.4826, 1e-12);
  values[4] = moved[4];
  EXPECT_THAT(moved, ElementsAreArray(values));
}

TEST(HampelTest, StepStaysWhereItIs) {
  std::vector<double> values(9, 1.0);
  values.resize(20, 2.0);
  values[0] = 1.01;  // without any noise the limit is 0
  EXPECT_EQ(MoveOutliersIn(values)[8], 1);
  EXPECT_EQ(MoveOutliersIn(values)[9], 2);
}

TEST(HampelTest, ThreeOutliersTogetherMoveAndFourAreALevel) {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.push_back(i % 2 == 0 ? -0.1 : 0.1);
  for (int i = 10; i < 13; ++i) values[i] += 5;
  for (const double value : MoveOutliersIn(values)) EXPECT_LT(value, 1.6);
  values[13] += 5;
  EXPECT_GT(MoveOutliersIn(values)[11], 4.5);
}

TEST(HampelTest, FewerThanSevenAreNotChanged) {
  const std::vector<double> values = {1, 1, 1, 1, 1, 100};
  EXPECT_THAT(MoveOutliersIn(values), ElementsAreArray(values));
  EXPECT_THAT(MoveOutliersIn({}), testing::IsEmpty());
  EXPECT_THROW(MoveOutliersIn(std::vector<double>{1, std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
