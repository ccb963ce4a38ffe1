#include "ci/launch/give_up.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

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

}  // namespace
}  // namespace mpigauge
