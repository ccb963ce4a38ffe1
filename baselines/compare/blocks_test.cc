#include "baselines/compare/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"
#include "harness/record/testing.h"

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

// A second look is a campaign of its own: equal numbers of its launches are other blocks. A launch of the first one
// crashed and is not there.
TEST(Blocks, OfTwoCampaigns) {
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
TEST(Blocks, OfOneRunWithItself) {
  const Side run{"run", {Launch("a", 0, 1), Launch("a", 1, 3)}};
  EXPECT_THAT(FindBlocks(run, run).candidate, ElementsAre(0, 1));
}

}  // namespace
}  // namespace mpigauge
