#include "harness/stats/hierarchical_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

namespace mpigauge {
namespace {

// With one observation a launch, a resample's mean has the variance (n - 1) / n s^2 / n: for 0 .. 9 on both sides the
// difference has the deviation sqrt(2 * 8.25 / 10) = 1.2845, and a normal interval of 95% is 1.96 of them.
TEST(HierarchicalBootstrap, HasTheKnownSpreadForSingleObservations) {
  LaunchSamples side;
  for (int i = 0; i < 10; ++i) side.push_back({static_cast<double>(i)});
  const auto interval = HierarchicalBootstrap(side, side, 0.95, 20000, 1);
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->low, -1.96 * 1.2845, 0.08);
  EXPECT_NEAR(interval->high, 1.96 * 1.2845, 0.08);
  EXPECT_EQ(*interval, *HierarchicalBootstrap(side, side, 0.95, 20000, 1));
}

TEST(HierarchicalBootstrap, SaysNothingOfNothing) {
  EXPECT_FALSE(HierarchicalBootstrap({}, {{1}}, 0.95, 100, 1).has_value());
  EXPECT_FALSE(HierarchicalBootstrap({{1}}, {{}}, 0.95, 100, 1).has_value());
}

// Ten launches of 20 observations: 93.0% of 600; four standard errors either side would be 89% to 97%.
TEST(HierarchicalBootstrap, CoversLessThanItStates) {
  std::mt19937_64 random(31);
  std::normal_distribution<double> normal;
  int covered = 0;
  for (int i = 0; i < 600; ++i) {
    LaunchSamples sides[2];
    for (LaunchSamples& side : sides) {
      for (int launch = 0; launch < 10; ++launch) {
        const double effect = 0.02 * normal(random);
        side.emplace_back();
        for (int k = 0; k < 20; ++k) side.back().push_back(effect + 0.015 * normal(random));
      }
    }
    const auto interval = HierarchicalBootstrap(sides[0], sides[1], 0.95, 300, static_cast<std::uint64_t>(i));
    covered += interval->low <= 0 && 0 <= interval->high;
  }
  std::printf("  covered: %.1f%%\n", covered / 6.0);
  EXPECT_GT(covered / 600.0, 0.89);
  EXPECT_LT(covered / 600.0, 0.95);
}

}  // namespace
}  // namespace mpigauge
