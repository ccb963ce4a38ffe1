#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "baselines/compare/method.h"
#include "baselines/methods/methods.h"

namespace mpigauge {
namespace {

double DetectableRatio(const PairedLaunches& series, const char* method, double level) {
  return FindCompareMethod(method).detectable(series, level);
}

// Deviation 0.01 on both sides of three; t(0.975, 4) + t(0.8, 4) = 2.7764 + 0.9410 from a table.
TEST(DetectableRatio, EqualsTheTable) {
  const PairedLaunches series = {{0, 0.01, 0.02}, {5, 5.01, 5.02}, {}, {}};
  EXPECT_NEAR(std::log(DetectableRatio(series, "welch", 0.025)), (2.7764 + 0.9410) * 0.01 * std::sqrt(2.0 / 3), 2e-6);
}

// 20 and 4 launches are worth 2 * 80 / 24 = 6 a side; the deviation has 22 degrees of freedom, all squares 1e-4 * 24.
TEST(DetectableRatio, UnequalSidesCountByTheirHarmonicMean) {
  PairedLaunches series;
  for (int i = 0; i < 20; ++i) series.baseline.push_back(i % 2 ? 0.01 : -0.01);
  for (int i = 0; i < 4; ++i) series.candidate.push_back(i % 2 ? 0.01 : -0.01);
  const double deviation = 0.01 * std::sqrt(24.0 / 22);  // t(0.975, 10) + t(0.8, 10) = 2.2281 + 0.8791
  EXPECT_NEAR(std::log(DetectableRatio(series, "bootstrap", 0.025)), (2.2281 + 0.8791) * deviation * std::sqrt(2.0 / 6),
              2e-6);
}

TEST(DetectableRatio, IsNotFiniteWhereNoSlowdownCanBeShown) {
  const PairedLaunches three = {{0, 0.01, 0.02}, {0, 0.01, 0.02}, {}, {}};
  EXPECT_TRUE(std::isinf(DetectableRatio(three, "rank-sum", 0.025)));  // 1 / 20 is its smallest p
  EXPECT_TRUE(std::isnan(DetectableRatio({{0}, {0}, {}, {}}, "welch", 0.025)));
}

// Ten differences of 0.02 to either side; t(0.975, 9) + t(0.8, 9) = 2.2622 + 0.8834 from a table, sqrt(3 / pi) =
// 0.97720.
TEST(DetectableRatio, WithinBlocksThatOfTheirDifferences) {
  PairedLaunches series;
  for (std::size_t i = 0; i < 10; ++i) {
    series.baseline.push_back(static_cast<double>(i));
    series.candidate.push_back(static_cast<double>(i) + (i % 2 == 0 ? 0.02 : -0.02));
    series.baseline_blocks.push_back(i);
    series.candidate_blocks.push_back(i);
  }
  const double deviation = 0.02 * std::sqrt(10.0 / 9);
  EXPECT_NEAR(std::log(DetectableRatio(series, "signed-rank", 0.025)),
              (2.2622 + 0.8834) * deviation / std::sqrt(10) / 0.97720, 2e-6);
  series.candidate_blocks.assign(10, 100);
  series.candidate_blocks[3] = 3;
  EXPECT_TRUE(std::isnan(DetectableRatio(series, "signed-rank", 0.025)));  // one block has both sides
}

// A series slowed by what launches of this deviation report is found in 80% of cases: 2000 pairs, four standard errors
// are 3.6 points; the rank sum is discrete.
TEST(DetectableRatio, IsFoundAsOftenAsStated) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal(0, 0.02);
  for (const char* method : {"rank-sum", "welch"}) {
    constexpr double kAlpha = 0.05 / 50;
    const double shift = std::log(DetectableRatio({{-0.02, 0.02, -0.02, 0.02, -0.02, 0.02, -0.02, 0.02, 0, 0},
                                                   {-0.02, 0.02, -0.02, 0.02, -0.02, 0.02, -0.02, 0.02, 0.02, -0.02},
                                                   {},
                                                   {}},
                                                  method, kAlpha));  // a deviation of exactly 0.02
    int found = 0;
    for (int i = 0; i < 2000; ++i) {
      PairedLaunches series;
      for (int k = 0; k < 10; ++k) {
        series.baseline.push_back(normal(random));
        series.candidate.push_back(shift + normal(random));
      }
      std::vector<std::string> notes;
      found += FindCompareMethod(method).judge({series}, 0.95, notes)[0].p_slower <= kAlpha;
    }
    EXPECT_NEAR(found / 2000.0, 0.8, 0.06) << method;
  }
}

}  // namespace
}  // namespace mpigauge
