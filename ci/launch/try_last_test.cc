#include "ci/launch/try_last.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;

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

TEST(TryLast, WhatCrashedOrHungIsTriedLastAndNamedOnce) {
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
