#include "stats/hampel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace mpigauge {
namespace {

using testing::ElementsAreArray;

// By hand: the medians of five are 3, 3, 3, 4, 6, 7, 8, 8, 8, 8; the distances 2, 1, 0, 0, 94, 1, 1, 0, 1, 2, and their
// median is 1.
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

TEST(HampelTest, TwoOutliersTogetherMoveAndThreeAreALevel) {
  std::vector<double> values;
  for (int i = 0; i < 30; ++i) values.push_back(0.01 * (7 * i % 10));
  values[10] += 5;
  values[11] += 5;
  for (const double value : MoveOutliersIn(values)) EXPECT_LT(value, 1);
  values[12] += 5;
  for (int i = 10; i < 13; ++i) EXPECT_GT(MoveOutliersIn(values)[i], 4.5);
}

TEST(HampelTest, LevelOfThreeAtAnEndStays) {
  const std::vector<double> values = {1, 1.01, 0.99, 20, 20.1, 19.9, 20.2};
  EXPECT_THAT(MoveOutliersIn(values), ElementsAreArray(values));
}

TEST(HampelTest, FewerThanFiveAreNotChanged) {
  const std::vector<double> values = {1, 1, 1, 100};
  EXPECT_THAT(MoveOutliersIn(values), ElementsAreArray(values));
  EXPECT_THAT(MoveOutliersIn({}), testing::IsEmpty());
  EXPECT_THROW(MoveOutliersIn(std::vector<double>{1, std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
