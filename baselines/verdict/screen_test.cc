#include "baselines/verdict/screen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace mpigauge {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

const double kTolerance = std::log1p(0.05);

// The values are 0 .. 9 thousandths: mean + t(0.975, 9) sd sqrt(1 + 1 / 10) = 0.0045 + 2.262157 * 0.003027650 *
// 1.048809.
TEST(ScreenNewRun, GivesThePredictionInterval) {
  const std::vector<double> runs = {0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009};
  const ScreenResult result = ScreenNewRun(runs, 0.0145, kTolerance, {0.025, 10, 30});
  EXPECT_NEAR(result.change, 0.01, 1e-12);
  EXPECT_NEAR(result.deviation, 0.003027650, 1e-9);
  EXPECT_NEAR(result.upper, 0.01 + 2.262157 * 0.003027650 * 1.048809, 1e-8);
  EXPECT_TRUE(result.passed);
}

// At the 97.5% quantile of Student's t the chance is 2.5%.
TEST(ScreenNewRun, TheChanceIsThatOfOneMoreRun) {
  const std::vector<double> runs = {0, 0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009};
  const double half = 2.262157 * 0.003027650 * 1.048809;
  EXPECT_NEAR(ScreenNewRun(runs, 0.0045 + half, kTolerance, {}).p_slower, 0.025, 1e-6);
  EXPECT_NEAR(ScreenNewRun(runs, 0.0045 - half, kTolerance, {}).p_slower, 0.975, 1e-6);
}

// A figure that never varied differs for certain, but for what the timer cannot tell.
TEST(ScreenNewRun, AnyIncreaseOverRunsWithoutSpreadIsSlower) {
  const std::vector<double> runs(10, 1.0);
  EXPECT_EQ(ScreenNewRun(runs, 1.01, kTolerance, {}).p_slower, 0);
  EXPECT_EQ(ScreenNewRun(runs, 1.0, kTolerance, {}).p_slower, 1);
  EXPECT_EQ(ScreenNewRun(runs, 0.99, kTolerance, {}).p_slower, 1);
  EXPECT_TRUE(ScreenNewRun(runs, 1.0, kTolerance, {}).passed);
  const ScreenResult tick = ScreenNewRun(runs, 1.0, kTolerance, {}, 0.06);
  EXPECT_NEAR(tick.upper, 0.06, 1e-12);
  EXPECT_FALSE(tick.passed);
}

TEST(ScreenNewRun, OneRunHasNoSpreadHoweverFewAreAskedFor) {
  const ScreenResult result = ScreenNewRun(std::vector<double>{0}, 0, kTolerance, {0.02, 0, 30});
  EXPECT_FALSE(result.passed);
  EXPECT_THAT(result.reason, HasSubstr("1 comparable runs are stored"));
}

TEST(DoubtAnotherState, SeriesComparableInLessThanHalfOfThePassesAreNotDecided) {
  const std::vector<double> runs(10, 0.0);
  for (const double comparable : {0.5, 0.49}) {
    ScreenResult result = ScreenNewRun(runs, 0, kTolerance, {});
    ASSERT_TRUE(result.passed);
    DoubtAnotherState({comparable, 0.8, true}, result);
    EXPECT_EQ(result.state.comparable, comparable);
    EXPECT_EQ(result.passed, comparable == 0.5);
    EXPECT_EQ(std::isinf(result.upper), comparable != 0.5);
  }
  ScreenResult slower = ScreenNewRun(runs, 0.1, kTolerance, {});
  ASSERT_EQ(slower.p_slower, 0);
  DoubtAnotherState({0.2, 0.8, true, "network", 1.8}, slower);
  EXPECT_EQ(slower.p_slower, 1);
  EXPECT_THAT(slower.reason, HasSubstr("another state: 20% of the new run's passes"));
  EXPECT_THAT(slower.reason, EndsWith("; the reference 'network' takes 1.80 times as long"));
  ScreenResult unknown = ScreenNewRun(runs, 0, kTolerance, {});
  DoubtAnotherState({}, unknown);
  EXPECT_TRUE(unknown.passed);
}

TEST(ScreenNewRun, PassesNothingFromFewRuns) {
  const std::vector<double> runs(9, 0.0);
  const ScreenResult result = ScreenNewRun(runs, 0, kTolerance, {});
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.reason, "9 comparable runs are stored, 10 are needed");
  EXPECT_TRUE(std::isinf(result.upper));
  EXPECT_FALSE(ScreenNewRun({}, 0, kTolerance, {}).passed);
}

TEST(ScreenNewRun, CountsTheNewestRunsAndLeavesOutGaps) {
  std::vector<double> runs(40, 100.0);
  for (std::size_t i = 8; i < 40; ++i) runs[i] = i % 2 == 0 ? 0.001 : 0;
  runs[20] = runs[21] = std::numeric_limits<double>::quiet_NaN();
  const ScreenResult result = ScreenNewRun(runs, 0.001, kTolerance, {});
  EXPECT_EQ(result.runs, 30U);
  EXPECT_TRUE(result.passed);
}

TEST(ScreenNewRun, SlowerRunDoesNotPass) {
  const std::vector<double> runs = {0, 0.01, 0, 0.01, 0, 0.01, 0, 0.01, 0, 0.01, 0};
  const ScreenResult result = ScreenNewRun(runs, 0.05, kTolerance, {});
  EXPECT_FALSE(result.passed);
  EXPECT_THAT(result.reason, HasSubstr("against 11 runs"));
  EXPECT_FALSE(ScreenNewRun(runs, std::nan(""), kTolerance, {}).passed);
}

// A run slower by exactly the tolerance passes with the stated chance: 20,000 histories, four standard errors.
TEST(ScreenNewRun, PassesWhatIsSlowerByTheToleranceAsRarelyAsStated) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal(0, 0.013);
  for (const std::size_t n : {10, 20}) {
    int passed = 0;
    for (int i = 0; i < 20000; ++i) {
      std::vector<double> runs(n);
      for (double& run : runs) run = normal(random);
      passed += ScreenNewRun(runs, normal(random) + kTolerance, kTolerance, {0.02, 10, 30}).passed;
    }
    EXPECT_NEAR(passed, 400, 4 * 20) << n;  // 20 = sqrt(20000 0.02 0.98)
  }
}

TEST(RunValue, LeavesOutWhatWasNotMeasured) {
  EXPECT_EQ(RunValue(std::vector<double>{1, std::nan(""), 2}), 1.5);
  EXPECT_TRUE(std::isnan(RunValue(std::vector<double>{std::nan("")})));
}

TEST(ScreenNewRun, AnUpperLimitEqualToTheToleranceDoesNotPass) {
  const std::vector<double> runs(10, 0.0);  // their deviation is 0, so that the limit is the change and a tick
  EXPECT_FALSE(ScreenNewRun(runs, 0.25, 0.5, {}, 0.25).passed);
  EXPECT_TRUE(ScreenNewRun(runs, 0.25, 0.5, {}, 0.125).passed);
  EXPECT_EQ(ScreenNewRun(runs, 0.25, 0.5, {}, 0.125).reason, "");
}

TEST(ScreenNewRun, TwoRunsAreEnoughWhereNoMoreAreAskedFor) {
  EXPECT_TRUE(ScreenNewRun(std::vector<double>{0, 0}, 0, kTolerance, {0.02, 2, 30}).passed);
  EXPECT_FALSE(ScreenNewRun(std::vector<double>{0, std::nan("")}, 0, kTolerance, {0.02, 2, 30}).passed);
}

TEST(ScreenNewRun, ARunWithoutAValueIsNamedAsTheReason) {
  const ScreenResult result = ScreenNewRun(std::vector<double>(10, 0.0), std::nan(""), kTolerance, {});
  EXPECT_EQ(result.reason, "the new run has no value");
  EXPECT_EQ(result.p_slower, 1);
}

}  // namespace
}  // namespace mpigauge
