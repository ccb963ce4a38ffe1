#include "baselines/guidelines/guideline_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "baselines/guidelines/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kGather = "gather/bytes:8/ranks:2";
const std::string kAllgather = "allgather/bytes:8/ranks:2";
const std::string kReduce = "reduce/bytes:8/ranks:2";
const std::string kAllreduce = "allreduce/bytes:8/ranks:2";

// Ten launches, each with an effect of 2% of its own on each series.
Side TenLaunches(const std::string& label, std::mt19937& random, const std::map<std::string, double>& microseconds) {
  return MakeRun(10, 0.02, random, microseconds, label);
}

std::vector<std::string> ProvenOnes(const GuidelineChanges& changes) {
  std::vector<std::string> proven;
  for (const GuidelineChange& change : changes.changes) {
    if (change.proven) proven.push_back((change.Came() ? "came: " : "went: ") + change.after.claim.guideline);
  }
  return proven;
}

TEST(GuidelineChanges, ListsBrokenAndMendedGuidelinesAndCountsTheRest) {
  std::mt19937 random(1);
  const Side before = TenLaunches("old", random, {{kGather, 1}, {kAllgather, 1}, {kReduce, 2}, {kAllreduce, 1}});
  const Side after = TenLaunches("new", random, {{kGather, 1.5}, {kAllgather, 1}, {kReduce, 1}, {kAllreduce, 1}});
  const GuidelineChanges changes = CompareGuidelines(before, after, {});
  EXPECT_THAT(ProvenOnes(changes), ElementsAre("came: gather <= allgather", "went: reduce <= allreduce"));
  EXPECT_NEAR(changes.changes[0].before.factor, 1, 0.05);
  EXPECT_NEAR(changes.changes[0].after.factor, 1.5, 0.05);
  EXPECT_EQ(changes.stayed, 0U);
  const std::string text = GuidelineChangesText(changes, false, false);
  EXPECT_THAT(text, HasSubstr("run new since old\n"));
  EXPECT_THAT(text, HasSubstr("BROKEN: of 2 claims 1 came to be broken, 1 hold again, 0 stayed broken\n"));
  EXPECT_EQ(ToJson(changes).at("changes").at(0).at("change"), "came");

  const GuidelineChanges same = CompareGuidelines(after, after, {});
  EXPECT_THAT(same.changes, IsEmpty());
  EXPECT_EQ(same.stayed, 1U);
  EXPECT_THAT(GuidelineChangesText(same, false, false), HasSubstr("NONE CAME: of 2 claims"));
}

TEST(GuidelineChanges, ClaimsOfOneRunAreSaid) {
  std::mt19937 random(2);
  const Side before = TenLaunches("old", random, {{kGather, 1}, {kAllgather, 1}, {kReduce, 1}, {kAllreduce, 1}});
  const Side after = TenLaunches("new", random, {{kGather, 1}, {kAllgather, 1}});
  EXPECT_THAT(CompareGuidelines(before, after, {}).notes, ElementsAre("1 claim of old alone, not compared"));
}

// Both runs lie at the limit of 5%, so one is often broken and the other not. Among 400 pairs of runs at most 5% may
// call that a change (5% and 3 standard errors are 33).
TEST(GuidelineChanges, NoiseAtTheLimitIsNoChange) {
  std::mt19937 random(3);
  int differ = 0;
  int proven = 0;
  for (int i = 0; i < 400; ++i) {
    const Side before = TenLaunches("old", random, {{kGather, 1.05}, {kAllgather, 1}});
    const Side after = TenLaunches("new", random, {{kGather, 1.05}, {kAllgather, 1}});
    const GuidelineChanges changes = CompareGuidelines(before, after, {});
    differ += static_cast<int>(changes.changes.size());
    proven += static_cast<int>(changes.Came() + changes.Went());
    if (changes.changes.empty() || changes.changes[0].proven) continue;
    EXPECT_THAT(GuidelineChangesText(changes, false, false), Not(HasSubstr("gather <= allgather")));
    EXPECT_THAT(GuidelineChangesText(changes, false, true), HasSubstr("gather <= allgather"));
  }
  EXPECT_GE(differ, 100);  // the test does not sleep
  EXPECT_LE(proven, 33);
}

}  // namespace
}  // namespace mpigauge
