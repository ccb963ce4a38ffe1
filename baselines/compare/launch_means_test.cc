#include "baselines/compare/launch_means.h"

#include <gtest/gtest.h>

#include <cmath>

#include "baselines/compare/samples.h"

namespace mpigauge {
namespace {

// Means of six launches that differ a little.
std::vector<double> Around(double seconds) {
  std::vector<double> means;
  for (int i = 0; i < 6; ++i) means.push_back(seconds * (1 + 0.001 * i));
  return means;
}

struct Given {
  std::vector<double> baseline = Around(1e-6);
  std::vector<double> candidate = Around(1e-6);
  double median_ratio = 1;
  double tolerance = 0.05;
  std::vector<std::string> runs = {};
};

MeanFigure Tested(const Given& given) {
  std::vector<SeriesComparison> series(1);
  series[0].ratio = given.median_ratio;
  series[0].tolerance = given.tolerance;
  const PairedLaunches means{Logarithms(given.baseline), Logarithms(given.candidate)};
  TestMeans({means}, {{{}, {}, {}, {}, given.runs}}, RankSum(), 0.95, series);
  return series[0].mean;
}

// 1 ms more in every 200th call: the median stays at 0.28 us.
TEST(TestMeans, RareAndExpensiveCallsAreSeen) {
  const MeanFigure mean = Tested({Around(0.385e-6), Around(8.2e-6)});
  EXPECT_TRUE(mean.known);
  EXPECT_NEAR(mean.p, 1 / 924.0, 1e-9);  // of 12 choose 6 orders the most extreme one
  EXPECT_NEAR(mean.ratio, 8.2 / 0.385, 0.2);
  EXPECT_NEAR(mean.baseline_seconds, 0.385e-6 * 1.0025, 1e-12);
  EXPECT_NEAR(mean.candidate_seconds, 8.2e-6 * 1.0025, 1e-12);
  EXPECT_NEAR(mean.most_of_runs, mean.baseline_seconds, 1e-18);
  EXPECT_EQ(Tested({Around(8.2e-6), Around(0.385e-6)}).p, 1);  // the other way around nothing got worse
}

TEST(TestMeans, AMeanWithinItsToleranceIsNotWorse) {
  EXPECT_EQ(Tested({Around(1e-6), Around(1.24e-6)}).p, 1);
  EXPECT_LT(Tested({Around(1e-6), Around(1.26e-6)}).p, 0.002);
  EXPECT_EQ(Tested({Around(1e-6), Around(1.39e-6), 1, 0.4}).p, 1);  // that of the series is larger
  EXPECT_EQ(Tested({Around(1e-6), Around(1.39e-6), 1, 0.4}).tolerance, 0.4);
  EXPECT_EQ(Tested({}).tolerance, kLeastMeanTolerance);
}

// A slower median has a verdict of its own, and perhaps a waiver.
TEST(TestMeans, ASlowerMedianTakesTheMeanAlong) {
  EXPECT_EQ(Tested({Around(1e-6), Around(2e-6), 2}).p, 1);
  EXPECT_NEAR(Tested({Around(1e-6), Around(2e-6), 2}).ratio, 2, 0.01);
  EXPECT_LT(Tested({Around(1e-6), Around(40e-6), 2}).p, 0.002);
  EXPECT_LT(Tested({Around(1e-6), Around(1.3e-6), 0.5}).p, 0.002);  // and a faster one excuses nothing
}

// Its mean of all launches is ten times as large, and chance makes such a launch on either side.
TEST(TestMeans, OneWildLaunchProvesNothing) {
  std::vector<double> wild = Around(1e-6);
  wild[2] = 60e-6;
  EXPECT_GT(Tested({Around(1e-6), wild}).p, 0.5);
}

TEST(TestMeans, TheLargestRunOfTheBaselineIsKept) {
  const MeanFigure mean =
      Tested({{1e-6, 1e-6, 3e-6, 3e-6, 2e-6, 2e-6}, Around(1e-6), 1, 0.05, {"a", "a", "b", "b", "c", "c"}});
  EXPECT_NEAR(mean.baseline_seconds, 2e-6, 1e-15);
  EXPECT_NEAR(mean.most_of_runs, 3e-6, 1e-15);
}

TEST(TestMeans, ALaunchWithoutAMeanLeavesItUnknown) {
  for (const double nothing : {0.0, std::nan("")}) {
    std::vector<double> means = Around(1e-6);
    means[3] = nothing;
    EXPECT_FALSE(Tested({means, Around(1e-6)}).known);
    EXPECT_FALSE(Tested({Around(1e-6), means}).known);
  }
}

}  // namespace
}  // namespace mpigauge
