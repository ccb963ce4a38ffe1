#include "lab/examples/cholesky.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::Pointwise;

TEST(CholeskyTest, FactorTimesItsTransposeIsTheMatrix) {
  for (const int order : {1, 2, 3, 17, 60}) {
    const auto factor = CholeskyFactor(order);
    for (int row = 0; row < order; ++row) {
      for (int column = 0; column <= row; ++column) {
        double sum = 0;
        for (int k = 0; k <= column; ++k) sum += factor[k][row - k] * factor[k][column - k];
        EXPECT_NEAR(sum, MatrixEntry(order, row, column), 1e-12 * order);
      }
    }
  }
}

TEST(CholeskyTest, MatrixIsSymmetric) {
  EXPECT_DOUBLE_EQ(MatrixEntry(10, 3, 7), MatrixEntry(10, 7, 3));
  EXPECT_NE(MatrixEntry(10, 3, 7), MatrixEntry(10, 3, 8));
  EXPECT_THAT(MatrixColumn(4, 3), Pointwise(DoubleEq(), {4.0}));
}

TEST(CholeskyTest, Steps) {
  std::vector<double> column = {4, 2, 6};
  Normalize(column);
  EXPECT_THAT(column, Pointwise(DoubleNear(1e-15), {2.0, 1.0, 3.0}));
  std::vector<double> target = {5, 7};
  Update(target, column, 1);
  EXPECT_THAT(target, Pointwise(DoubleNear(1e-15), {4.0, 4.0}));
}

}  // namespace
}  // namespace mpigauge
