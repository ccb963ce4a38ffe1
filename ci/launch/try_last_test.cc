#include "ci/launch/try_last.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;

LaunchOutcome Ended(const std::string& status, const std::string& series) {
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
  EXPECT_THAT(ArgumentsAfter({Ended("crashed", "a/ranks:2"), Ended("hung", "b"), Ended("crashed", "a/ranks:2")}),
              ElementsAre("bench", "--last=^(a/ranks:2|b)$"));
}

TEST(TryLast, OtherEndsAreNoSeriesFault) {
  EXPECT_THAT(
      ArgumentsAfter({Ended("complete", ""), Ended("interrupted", "a"), Ended("failed", "a"), Ended("crashed", "")}),
      ElementsAre("bench"));
}

}  // namespace
}  // namespace mpigauge
