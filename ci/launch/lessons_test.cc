#include "ci/launch/lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;

LaunchOutcome Ended(LaunchStatus status, int exit_code) {
  LaunchOutcome outcome;
  outcome.status = status;
  outcome.exit_code = exit_code;
  return outcome;
}

TEST(GiveUp, ThreeInARowThatNeverBeganAreEnough) {
  GiveUp give_up;
  for (int i = 0; i < 2; ++i) give_up.Learn(Ended(LaunchStatus::kFailed, 1));
  give_up.Learn(Ended(LaunchStatus::kCrashed, 139));  // it began
  for (int i = 0; i < 2; ++i) give_up.Learn(Ended(LaunchStatus::kFailed, 1));
  EXPECT_FALSE(give_up.Hopeless());
  give_up.Learn(Ended(LaunchStatus::kFailed, 1));
  EXPECT_TRUE(give_up.Hopeless());
}

TEST(GiveUp, OneThatDoesNotTakeItsArgumentsIsEnough) {
  GiveUp give_up;
  give_up.Learn(Ended(LaunchStatus::kCrashed, 4));  // it took them
  EXPECT_FALSE(give_up.Hopeless());
  give_up.Learn(Ended(LaunchStatus::kFailed, 4));
  EXPECT_TRUE(give_up.Hopeless());
}

LaunchOutcome Ended(LaunchStatus status, const std::string& series) {
  LaunchOutcome outcome;
  outcome.status = status;
  if (series.empty()) return outcome;
  outcome.running.emplace();
  outcome.running->name = series;
  return outcome;
}

std::vector<std::string> ArgumentsAfter(const std::vector<LaunchOutcome>& outcomes) {
  TryLast last;
  for (const LaunchOutcome& outcome : outcomes) last.Learn(outcome);
  std::vector<std::string> arguments = {"bench"};
  last.AppendTo(arguments);
  return arguments;
}

TEST(TryLast, CrashedAndHungSeriesAreTriedLastAndNamedOnce) {
  EXPECT_THAT(ArgumentsAfter({Ended(LaunchStatus::kCrashed, "a/ranks:2"), Ended(LaunchStatus::kHung, "b"),
                              Ended(LaunchStatus::kCrashed, "a/ranks:2")}),
              ElementsAre("bench", "--last=^(a/ranks:2|b)$"));
}

TEST(TryLast, OtherEndsAreNoSeriesFault) {
  EXPECT_THAT(ArgumentsAfter({Ended(LaunchStatus::kComplete, ""), Ended(LaunchStatus::kInterrupted, "a"),
                              Ended(LaunchStatus::kFailed, "a"), Ended(LaunchStatus::kCrashed, "")}),
              ElementsAre("bench"));
}

}  // namespace
}  // namespace mpigauge
