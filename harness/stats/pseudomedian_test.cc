#include "harness/stats/pseudomedian.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "harness/stats/moments.h"

namespace mpigauge {
namespace {

// The differences of Hollander and Wolfe's example 3.1 (Hamilton depression scale): their estimate is -0.46; that is
// also the median of the 45 means of pairs that NumPy gives.
TEST(Pseudomedian, EqualsHollanderAndWolfesExample) {
  const std::vector<double> differences = {-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010};
  EXPECT_NEAR(Pseudomedian(differences), -0.46, 1e-12);
}

TEST(Pseudomedian, OfFewValues) {
  EXPECT_TRUE(std::isnan(Pseudomedian({})));
  EXPECT_EQ(Pseudomedian(std::vector<double>{3}), 3);
  EXPECT_EQ(Pseudomedian(std::vector<double>{1, 2}), 1.5);
  EXPECT_EQ(Pseudomedian(std::vector<double>{1, 2, 4}), 2.25);  // 1 1.5 2 2.5 3 4
}

TEST(Pseudomedian, SurvivesAWildValue) {
  EXPECT_LT(Pseudomedian(std::vector<double>{1, 1.01, 1.02, 1.03, 1.04, 100}), 1.05);
}

// Of six normal values its deviation is 1.02 times the mean's (the median's is 1.14 times).
TEST(Pseudomedian, WastesLittleOfNormalValues) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  Moments moments;
  for (int i = 0; i < 20000; ++i) {
    std::vector<double> values(6);
    for (double& x : values) x = normal(random);
    moments.Add(Pseudomedian(values));
  }
  EXPECT_NEAR(moments.mean(), 0, 0.012);
  EXPECT_NEAR(moments.StandardDeviation() * std::sqrt(6), 1.02, 0.025);
}

}  // namespace
}  // namespace mpigauge
