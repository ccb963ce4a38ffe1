#include "stats/distribution.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

// With one and two degrees of freedom the quantile has a closed form.
TEST(Distribution, StudentQuantilesAreExact) {
  for (const double p : {0.6, 0.9, 0.975, 0.9995}) {
    const double one = std::tan(std::acos(-1.0) * (p - 0.5));
    const double two = (2 * p - 1) / std::sqrt(2 * p * (1 - p));
    EXPECT_NEAR(StudentQuantile(p, 1), one, 1e-12 * one);
    EXPECT_NEAR(StudentQuantile(p, 2), two, 1e-12 * two);
  }
}

// SciPy's are good to some eight digits (1.10: 636.6192494 at p = 0.9995 with one degree, where it is 636.6192488).
TEST(Distribution, StudentQuantilesEqualSciPy) {
  for (const Json& row : Oracle().at("student")) {
    const double want = row[2];
    EXPECT_NEAR(StudentQuantile(row[0], row[1]), want, 1e-8 * want);
  }
}

TEST(Distribution, BinomialTailsEqualSciPyUpToAMillionDraws) {
  for (const Json& row : Oracle().at("binomial")) {
    for (const Json& point : row.at("cdf")) {
      EXPECT_NEAR(BinomialCdf(point[0], row.at("n"), row.at("p")), point[1].get<double>(), 1e-8);
    }
  }
}

TEST(Distribution, BinomialOutsideItsRange) {
  EXPECT_EQ(BinomialCdf(-1, 10, 0.5), 0);
  EXPECT_EQ(BinomialCdf(10, 10, 0.5), 1);
  EXPECT_EQ(BinomialCdf(11, 10, 0.5), 1);
}

TEST(Distribution, NormalDeviates) {
  EXPECT_NEAR(NormalTwoSided(1.959963984540054), 0.05, 1e-12);
  EXPECT_NEAR(NormalTwoSided(-1.959963984540054), 0.05, 1e-12);
  EXPECT_EQ(NormalTwoSided(0), 1);
}

}  // namespace
}  // namespace mpigauge
