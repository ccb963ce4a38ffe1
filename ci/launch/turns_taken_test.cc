#include "ci/launch/turns_taken.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ParseTurns, ANumberOrOff) {
  EXPECT_EQ(ParseTurns("6", "--turns"), 6);
  EXPECT_EQ(ParseTurns("off", "--turns"), 1);
  for (const char* bad : {"", "0", "-2", "many", "6x", "101"}) EXPECT_THROW(ParseTurns(bad, "--turns"), Error) << bad;
}

TEST(TurnsTaken, SaysWhatTookTurnsAndWhatDidNot) {
  EXPECT_THAT(NotesOf({}), IsEmpty());
  EXPECT_THAT(NotesOf({6, "", 0}), ElementsAre("launches took turns, up to 6 of each library at the same time"));
  EXPECT_THAT(
      NotesOf({3, "they fight", 2}),
      ElementsAre(HasSubstr("up to 3"), "launches did not take turns: they fight", HasSubstr("in 2 circle(s)")));
}

TEST(TurnsTaken, ATimeBudgetIsForLaunchesThatAreAlone) {
  LaunchPlan plan;
  std::string why;
  EXPECT_EQ(TurnsThatFit(2, {plan, plan}, 1, why), 2);
  EXPECT_EQ(why, "");
  plan.bench_arguments = {"--time-budget", "1s"};
  EXPECT_EQ(TurnsThatFit(2, {LaunchPlan(), plan}, 1, why), 1);
  EXPECT_THAT(why, HasSubstr("a time budget"));
}

// A million ranks on one host need more than any has; on a million hosts it is one on each.
TEST(TurnsTaken, WhatMemoryDoesNotHoldTakesNoTurns) {
  LaunchPlan plan;
  plan.ranks = 1'000'000;
  std::string why;
  EXPECT_EQ(TurnsThatFit(2, {plan, plan}, 1'000'000, why), 2);
  EXPECT_EQ(TurnsThatFit(2, {plan, plan}, 1, why), 1);
  EXPECT_THAT(why, HasSubstr("memory does not hold one launch of each"));
}

}  // namespace
}  // namespace mpigauge
