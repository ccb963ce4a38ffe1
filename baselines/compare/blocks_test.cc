#include "baselines/compare/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

PairedLaunches Series(std::vector<double> baseline, std::vector<std::size_t> baseline_circles,
                      std::vector<double> candidate, std::vector<std::size_t> candidate_circles) {
  PairedLaunches series;
  series.baseline = std::move(baseline);
  series.candidate = std::move(candidate);
  series.baseline_blocks = std::move(baseline_circles);
  series.candidate_blocks = std::move(candidate_circles);
  return series;
}

Judgement Judge(const CompareMethod& method, const PairedLaunches& series) { return method.judge({series}, 0.8)[0]; }

// Five circles of one launch of each side, which is slower by 0.1 in each; the circles are far apart. By hand: the
// chance of five coins is 1 / 32, and 1 - 2 / 32 is the level of the whole range.
TEST(WithinCircles, TheDifferenceWithinCirclesIsWhatCounts) {
  const PairedLaunches series = Series({0, 1, 2, 3, 4}, {1, 2, 3, 4, 5}, {0.1, 1.1, 2.1, 3.1, 4.1}, {1, 2, 3, 4, 5});
  const Judgement within = Judge(WithinCircles(), series);
  EXPECT_NEAR(within.p_slower, 1.0 / 32, 1e-12);
  EXPECT_EQ(within.p_faster, 1);
  EXPECT_NEAR(within.shift.estimate, 0.1, 1e-12);
  EXPECT_NEAR(within.shift.low, 0.1, 1e-12);
  EXPECT_NEAR(within.shift.high, 0.1, 1e-12);
  EXPECT_GT(Judge(RankSum(), series).p_slower, 0.3);
}

TEST(WithinCircles, WithoutTurnsItIsTheRankSum) {
  const PairedLaunches series = Series({0, 1, 2, 3, 4}, {0, 0, 0, 0, 0}, {0.5, 1.7, 2.9, 3.1, 4.3}, {0, 0, 0, 0, 0});
  const Judgement within = Judge(WithinCircles(), series);
  const Judgement plain = Judge(RankSum(), series);
  EXPECT_EQ(within.p_slower, plain.p_slower);
  EXPECT_EQ(within.p_faster, plain.p_faster);
  EXPECT_EQ(within.shift.low, plain.shift.low);
  EXPECT_EQ(within.shift.high, plain.shift.high);
}

TEST(WithinCircles, ACircleOfOneSideHasNoPart) {
  const PairedLaunches series = Series({0, 1, 2}, {1, 1, 2}, {0.1, 1.1, 9}, {1, 1, 3});
  const PairedLaunches without = Series({0, 1}, {1, 1}, {0.1, 1.1}, {1, 1});
  EXPECT_EQ(Judge(WithinCircles(), series).p_slower, Judge(WithinCircles(), without).p_slower);
  EXPECT_EQ(Judge(WithinCircles(), series).shift.estimate, Judge(WithinCircles(), without).shift.estimate);
}

TEST(BlocksOfCircles, ThoseThatTookNoTurnsAreNumberZero) {
  Side sides[2];
  for (const auto& [side, circle] : {std::pair(0, "b"), std::pair(0, ""), std::pair(1, "a"), std::pair(1, "b")}) {
    LaunchRecord& launch = sides[side].launches.emplace_back();
    if (*circle != '\0') launch.settings["circle"] = circle;
  }
  const Blocks blocks = BlocksOfCircles(sides[0], sides[1]);
  EXPECT_THAT(blocks.baseline, ElementsAre(1, 0));
  EXPECT_THAT(blocks.candidate, ElementsAre(2, 1));
}

// Through Compare(): whole launch records, whose circles are at different levels.
TEST(WithinCircles, IsUsedWhereTheSettingsNameIt) {
  Side sides[2] = {{"old", {}}, {"new", {}}};
  for (int i = 0; i < 6; ++i) {
    for (int side = 0; side < 2; ++side) {
      const double level = std::pow(2.0, i) * (side == 0 ? 1e-6 : 1.05e-6);
      LaunchRecord launch = ExampleLaunch("run" + std::to_string(side), i, {{"bcast", level}, {"spin", level}});
      launch.series[1].family = "control";
      launch.settings["circle"] = std::to_string(i);
      sides[side].launches.push_back(launch);
    }
  }
  CompareSettings settings;
  settings.method = WithinCircles();
  const Comparison within = Compare(sides[0], sides[1], settings);
  ASSERT_EQ(within.series.size(), 1u);
  EXPECT_NEAR(within.series[0].p_slower, 1.0 / 64, 1e-12);
  EXPECT_NEAR(within.series[0].ratio, 1.05, 1e-9);
  EXPECT_NEAR(within.control_movement.p, 2.0 / 64, 1e-12);
  EXPECT_NEAR(within.control_movement.ratio, 1.05, 1e-9);
  EXPECT_GT(Compare(sides[0], sides[1], {}).control_movement.p, 0.3);
}

}  // namespace
}  // namespace mpigauge
