#include "stats/hierarchical_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

namespace mpigauge {
namespace {

// With one observation a launch, a resample's mean is nearly normal, so the interval is nearly Student's: for 0 .. 9 on
// both sides the standard error is sqrt(2 * 9.1667 / 10) = 1.3540, and t(0.975, 18) = 2.1009.
TEST(HierarchicalBootstrap, IsNearlyStudentsForSingleObservations) {
  LaunchSamples side;
  for (int i = 0; i < 10; ++i) side.push_back({static_cast<double>(i)});
  const HierarchicalBootstrap bootstrap(side, side, 20000, 1);
  const auto interval = bootstrap.At(0.95);
  ASSERT_TRUE(interval.has_value());
  EXPECT_NEAR(interval->low, -2.1009 * 1.3540, 0.08);
  EXPECT_NEAR(interval->high, 2.1009 * 1.3540, 0.08);
  EXPECT_EQ(*interval, *HierarchicalBootstrap(side, side, 20000, 1).At(0.95));
  EXPECT_NEAR(bootstrap.PSlower(), 0.5, 0.03);
}

// p is 2.5% where the interval of 95% ends at no change, and 0.5% where that of 99% does.
TEST(HierarchicalBootstrap, ItsPIsThatOfItsInterval) {
  LaunchSamples baseline;
  for (int i = 0; i < 6; ++i) baseline.push_back({i * i * 0.1, i * i * 0.1 + 0.013, i * i * 0.1 + 0.031});
  for (const double confidence : {0.95, 0.99}) {
    const double half = HierarchicalBootstrap(baseline, baseline, 20000, 1).At(confidence)->width() / 2;
    LaunchSamples candidate = baseline;
    for (auto& launch : candidate) {
      for (double& x : launch) x += half;
    }
    const HierarchicalBootstrap bootstrap(baseline, candidate, 20000, 1);
    EXPECT_NEAR(bootstrap.PSlower() / ((1 - confidence) / 2), 1, 0.1);
    // The other way round: the same draws, as far below no change as they were above it.
    for (auto& launch : candidate) {
      for (double& x : launch) x -= 2 * half;
    }
    EXPECT_NEAR(HierarchicalBootstrap(baseline, candidate, 20000, 1).PFaster() / ((1 - confidence) / 2), 1, 0.1);
  }
}

TEST(HierarchicalBootstrap, EmptySingleAndConstantSamplesGiveNoInterval) {
  EXPECT_FALSE(HierarchicalBootstrap({}, {{1}}, 100, 1).At(0.95).has_value());
  EXPECT_FALSE(HierarchicalBootstrap({{1}}, {{}}, 100, 1).At(0.95).has_value());
  EXPECT_FALSE(HierarchicalBootstrap({{1}}, {{2}, {3}}, 100, 1).At(0.95).has_value());
  EXPECT_FALSE(HierarchicalBootstrap({{1}, {1}}, {{2}, {2}}, 100, 1).At(0.95).has_value());
  EXPECT_EQ(HierarchicalBootstrap({{1}}, {{2}}, 100, 1).PSlower(), 1);
  EXPECT_EQ(HierarchicalBootstrap({{2}}, {{1}}, 100, 1).PFaster(), 1);
}

// Share of 2000 samples whose interval has the truth in it; four standard errors of 95% are 1.9 points.
double Coverage(int launches, double launch_deviation) {
  std::mt19937_64 random(31);
  std::normal_distribution<double> normal;
  int covered = 0;
  for (int i = 0; i < 2000; ++i) {
    LaunchSamples sides[2];
    for (LaunchSamples& side : sides) {
      for (int launch = 0; launch < launches; ++launch) {
        const double effect = launch_deviation * normal(random);
        side.emplace_back();
        for (int k = 0; k < 5; ++k) side.back().push_back(effect + 0.015 * normal(random));
      }
    }
    const auto interval =
        HierarchicalBootstrap(sides[0], sides[1], 199, static_cast<std::uint64_t>(i)).At(0.95).value();
    covered += interval.low <= 0 && 0 <= interval.high;
  }
  std::printf("  %d launches, %.1f%% between them: %.1f%%\n", launches, launch_deviation * 100, covered / 20.0);
  return covered / 2000.0;
}

// Where launches differ by much more than their observations do, and where they do not differ otherwise.
TEST(HierarchicalBootstrap, CoversWhatItStates) {
  for (const double deviation : {0.02, 0.0}) {
    for (const int launches : {3, 5, 10}) {
      const double coverage = Coverage(launches, deviation);
      EXPECT_GE(coverage, 0.95 - 0.019);
      EXPECT_LE(coverage, 0.97 + 0.019);
    }
  }
}

}  // namespace
}  // namespace mpigauge
