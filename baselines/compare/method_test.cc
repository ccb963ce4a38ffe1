#include "baselines/compare/method.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// C(8, 4) = 70, C(10, 5) = 252, C(12, 6) = 924, C(14, 7) = 3432, C(20, 10) = 184756.
TEST(LaunchesForRankSum, EqualsTheBinomialCoefficients) {
  EXPECT_EQ(LaunchesForRankSum(0.05), 3u);  // 1 / 20
  EXPECT_EQ(LaunchesForRankSum(0.05 / 3), 4u);
  EXPECT_EQ(LaunchesForRankSum(1.0 / 924), 6u);
  EXPECT_EQ(LaunchesForRankSum(0.001), 7u);
  EXPECT_EQ(LaunchesForRankSum(1e-5), 10u);
}

PairedLaunches PairOf(std::vector<double> baseline, std::vector<double> candidate) {
  PairedLaunches series;
  series.baseline = std::move(baseline);
  series.candidate = std::move(candidate);
  return series;
}

// 20 and 4 launches are worth 2 * 80 / 24 = 6 a side; the deviation has 22 degrees of freedom, all squares 1e-4 * 24.
// t(0.975, 5) + t(0.8, 10) = 2.5706 + 0.8791 from a table.
TEST(DetectableRatio, UnequalSidesCountByTheirHarmonicMean) {
  PairedLaunches series;
  for (int i = 0; i < 20; ++i) series.baseline.push_back(i % 2 ? 0.01 : -0.01);
  for (int i = 0; i < 4; ++i) series.candidate.push_back(i % 2 ? 0.01 : -0.01);
  const double deviation = 0.01 * std::sqrt(24.0 / 22);
  EXPECT_NEAR(std::log(DetectableRatio(series, 0.025)), (2.5706 + 0.8791) * deviation * std::sqrt(2.0 / 6), 2e-6);
}

TEST(DetectableRatio, IsNotFiniteWhereNoSlowdownCanBeShown) {
  EXPECT_TRUE(
      std::isinf(DetectableRatio(PairOf({0, 0.01, 0.02}, {0, 0.01, 0.02}), 0.025)));  // 1 / 20 is its smallest p
  EXPECT_TRUE(std::isnan(DetectableRatio(PairOf({0}, {0}), 0.025)));
}

// A series slowed by what launches of this deviation report is found in 80% of cases: 2000 pairs, four standard errors
// are 3.6 points; the rank sum is discrete.
TEST(DetectableRatio, IsFoundAsOftenAsStated) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal(0, 0.02);
  constexpr double kAlpha = 0.05 / 50;
  const PairedLaunches reported = PairOf({-0.02, 0.02, -0.02, 0.02, -0.02, 0.02, -0.02, 0.02, 0, 0},
                                         {-0.02, 0.02, -0.02, 0.02, -0.02, 0.02, -0.02, 0.02, 0.02, -0.02});
  const double shift = std::log(DetectableRatio(reported, kAlpha));  // a deviation of exactly 0.02
  int found = 0;
  for (int i = 0; i < 2000; ++i) {
    PairedLaunches series;
    for (int k = 0; k < 10; ++k) {
      series.baseline.push_back(normal(random));
      series.candidate.push_back(shift + normal(random));
    }
    found += RankSum().judge({series}, 0.95)[0].p_slower <= kAlpha;
  }
  EXPECT_NEAR(found / 2000.0, 0.8, 0.06);
}

// Ranks that do not overlap have p 1 / C(8, 4); SciPy 1.10: t.sf(3.70255, 3), the statistic of
// ttest_ind(equal_var=False) with the degrees of freedom of one side, is larger.
TEST(RankSum, HasTheLargerPOfItsTwoTests) {
  const auto p = [](const PairedLaunches& series) { return RankSum().judge({series}, 0.95)[0].p_slower; };
  EXPECT_NEAR(p(PairOf({0.00, 0.02, 0.01, 0.03}, {0.05, 0.07, 0.04, 0.09})), 0.0171087668, 1e-6);
  EXPECT_NEAR(p(PairOf({0.00, 0.02, 0.01, 0.03}, {1.05, 1.07, 1.04, 1.09})), 1 / 70.0, 1e-12);
}

TEST(ReachNotes, SaysHowManyLaunchesAreNeeded) {
  Comparison comparison;
  comparison.alpha = 0.05;
  comparison.series.resize(50);
  for (SeriesComparison& series : comparison.series) series.detectable_ratio = 1.2;
  EXPECT_THAT(ReachNotes(comparison), IsEmpty());
  comparison.series[7].detectable_ratio = std::numeric_limits<double>::infinity();
  const std::vector<std::string> notes = ReachNotes(comparison);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 of 50 series cannot fail")));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("7 launches of each side are needed")));
}

}  // namespace
}  // namespace mpigauge
