#include "baselines/compare/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A launch that started so many seconds after four.
LaunchRecord Launch(const std::string& run, int index, int seconds) {
  LaunchRecord launch = ExampleLaunch(run, index, {{"bcast/bytes:8/ranks:2", 1e-6}});
  launch.started_at = "2026-11-20T16:00:" + std::string(seconds < 10 ? "0" : "") + std::to_string(seconds) + "Z";
  return launch;
}

TEST(Blocks, AreOneLaunchOfEachSideInWhateverOrder) {
  const Side old{"old", {Launch("a", 0, 1), Launch("a", 1, 6), Launch("a", 2, 9)}};
  const Side fresh{"new", {Launch("b", 0, 3), Launch("b", 1, 5), Launch("b", 2, 11)}};
  const Blocks blocks = FindBlocks(old, fresh);
  EXPECT_THAT(blocks.baseline, ElementsAre(0, 1, 2));
  EXPECT_THAT(blocks.candidate, ElementsAre(0, 1, 2));
}

// Starts are known to the second: a block may begin in the one in which the last one's second launch began.
TEST(Blocks, MayFollowEachOtherInASecond) {
  const Side old{"old", {Launch("a", 0, 1), Launch("a", 1, 3)}};
  const Side fresh{"new", {Launch("b", 0, 3), Launch("b", 1, 5)}};
  EXPECT_THAT(FindBlocks(old, fresh).candidate, ElementsAre(0, 1));
}

// A second look is a campaign of its own: equal numbers of its launches are other blocks. A launch of the first one
// crashed and is not there.
TEST(Blocks, SecondCampaignHasBlocksOfItsOwn) {
  const Side old{"old", {Launch("a", 0, 1), Launch("a", 1, 6), Launch("y", 0, 20), Launch("y", 1, 25)}};
  const Side fresh{"new", {Launch("b", 1, 5), Launch("x", 0, 22), Launch("x", 1, 23)}};
  const Blocks blocks = FindBlocks(old, fresh);
  EXPECT_THAT(blocks.baseline, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(blocks.candidate, ElementsAre(1, 2, 3));
}

TEST(Blocks, SidesThatFollowedEachOtherHaveNone) {
  const Side old{"old", {Launch("a", 0, 1), Launch("a", 1, 3)}};
  const Side fresh{"new", {Launch("b", 0, 5), Launch("b", 1, 7)}};
  try {
    FindBlocks(old, fresh);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("not measured side by side: launch 1 of one side started at "
                                        "2026-11-20T16:00:05Z, launch 2 of the other already at 2026-11-20T16:00:03Z"));
  }
  EXPECT_THROW(FindBlocks(old, Side{"new", {Launch("b", 7, 2)}}), Error);
}

// Cases of one launch are compared with each other: every launch is a block.
TEST(Blocks, LaunchesOfOneRunAreBlocks) {
  const Side run{"run", {Launch("a", 0, 1), Launch("a", 1, 3)}};
  EXPECT_THAT(FindBlocks(run, run).candidate, ElementsAre(0, 1));
}

PairedLaunches Series(std::vector<double> baseline, std::vector<std::size_t> baseline_circles,
                      std::vector<double> candidate, std::vector<std::size_t> candidate_circles) {
  PairedLaunches series;
  series.baseline = std::move(baseline);
  series.candidate = std::move(candidate);
  series.baseline_blocks = std::move(baseline_circles);
  series.candidate_blocks = std::move(candidate_circles);
  return series;
}

Judgement Judge(const CompareMethod& method, const PairedLaunches& series) {
  std::vector<std::string> notes;
  return method.judge({series}, 0.8, notes)[0];
}

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
