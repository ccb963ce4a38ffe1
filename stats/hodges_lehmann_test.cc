#include "stats/hodges_lehmann.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "stats/moments.h"

namespace mpigauge {
namespace {

ShiftInterval Interval(const std::vector<double>& a, const std::vector<double>& b, double level) {
  return HodgesLehmann(a, b, level, RankSumDistribution(a.size(), b.size()));
}

// Hollander and Wolfe, example 4.1 (water permeability of chorioamnion): R's
// wilcox.test(x, y, conf.int = TRUE, conf.level = .95) gives estimate 0.305 and interval -0.15 .. 0.76.
TEST(HodgesLehmann, EqualsRsWilcoxTest) {
  const std::vector<double> at_term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> earlier = {1.15, 0.88, 0.90, 0.74, 1.21};
  const ShiftInterval shift = Interval(earlier, at_term, 0.95);
  EXPECT_NEAR(shift.estimate, 0.305, 1e-9);
  EXPECT_NEAR(shift.low, -0.15, 1e-9);
  EXPECT_NEAR(shift.high, 0.76, 1e-9);
  EXPECT_GE(shift.level, 0.95);
  EXPECT_LT(shift.level, 0.97);
}

TEST(HodgesLehmann, SaysWhichLevelItHasWhereTheWantedOneDoesNotExist) {
  const ShiftInterval shift = Interval({1, 2, 3}, {4, 5, 6}, 0.95);
  EXPECT_NEAR(shift.level, 0.9, 1e-12);  // 1 - 2 / C(6, 3)
  EXPECT_EQ(shift.low, 1);
  EXPECT_EQ(shift.high, 5);
  EXPECT_EQ(Interval({1}, {3}, 0.95).level, 0);
}

TEST(HodgesLehmann, NothingIsSaidOfAnEmptySample) {
  EXPECT_TRUE(std::isnan(Interval({}, {1}, 0.95).estimate));
  EXPECT_EQ(Interval({}, {1}, 0.95).level, 0);
}

// Coverage is at least what the interval says it has, for skewed data too (5000 pairs, fixed seed; four
// standard errors of 0.3 points are 1.2 points).
TEST(HodgesLehmann, CoversTheTruth) {
  std::mt19937 random(11);
  std::lognormal_distribution<double> skewed(0, 0.5);
  for (const std::size_t n : {3, 5, 10, 30}) {
    const RankSumDistribution distribution(n, n);
    int covered = 0;
    double level = 0;
    for (int i = 0; i < 5000; ++i) {
      std::vector<double> a(n);
      std::vector<double> b(n);
      for (double& x : a) x = skewed(random);
      for (double& x : b) x = skewed(random) + 0.3;
      const ShiftInterval shift = HodgesLehmann(a, b, 0.95, distribution);
      level = shift.level;
      covered += shift.low <= 0.3 && 0.3 <= shift.high;
    }
    EXPECT_GT(covered / 5000.0, level - 0.012) << n;
    EXPECT_LT(covered / 5000.0, level + 0.012) << n;
  }
}

// The differences of Hollander and Wolfe's example 3.1 (Hamilton depression scale): their estimate is -0.46; that is
// also the median of the 45 means of pairs that NumPy gives.
TEST(Pseudomedian, EqualsHollanderAndWolfesExample) {
  const std::vector<double> differences = {-0.952, 0.147, -1.022, -0.430, -0.620, -0.590, -0.490, 0.080, -0.010};
  EXPECT_NEAR(Pseudomedian(differences), -0.46, 1e-12);
}

TEST(Pseudomedian, FewValuesHaveTheirExactPseudomedian) {
  EXPECT_TRUE(std::isnan(Pseudomedian({})));
  EXPECT_EQ(Pseudomedian(std::vector<double>{3}), 3);
  EXPECT_EQ(Pseudomedian(std::vector<double>{1, 2}), 1.5);
  EXPECT_EQ(Pseudomedian(std::vector<double>{1, 2, 4}), 2.25);  // 1 1.5 2 2.5 3 4
}

TEST(Pseudomedian, SurvivesAWildValue) {
  EXPECT_LT(Pseudomedian(std::vector<double>{1, 1.01, 1.02, 1.03, 1.04, 100}), 1.05);
}

// For six normal values its deviation is 1.02 times the mean's (the median's is 1.14 times).
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
