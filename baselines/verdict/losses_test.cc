#include "baselines/verdict/losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Comparison Passed() {
  Comparison comparison;
  comparison.alpha = 0.05;
  comparison.series.emplace_back().verdict = Verdict::kPass;
  comparison.verdict = Verdict::kPass;
  return comparison;
}

TEST(Losses, WithoutThemNothingIsSaid) {
  Comparison comparison = Passed();
  JudgeLosses({0, 6}, {0, 6}, {}, comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.notes, IsEmpty());
}

TEST(Losses, ACandidateThatLosesLaunchesDoesNotPass) {
  Comparison comparison = Passed();
  JudgeLosses({0, 6}, {2, 6}, {"launch 3 of new: crashed in barrier"}, comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.notes, ElementsAre(HasSubstr("2 of 6 launches of the candidate crashed, hung or never began"),
                                            "launch 3 of new: crashed in barrier"));
}

// Of 20 launches 7: chance does that once in 240 times.
TEST(Losses, OneThatLosesManyMoreThanTheBaselineFails) {
  Comparison comparison = Passed();
  JudgeLosses({0, 20}, {7, 20}, {}, comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  Comparison strict = Passed();
  strict.alpha = 0.03;
  JudgeLosses({0, 20}, {7, 20}, {}, strict);
  EXPECT_EQ(strict.verdict, Verdict::kInconclusive);
  Comparison both = Passed();
  JudgeLosses({7, 20}, {7, 20}, {}, both);
  EXPECT_EQ(both.verdict, Verdict::kInconclusive);
}

// As an operation that works nowhere in the candidate: that needs no test.
TEST(Losses, OneThatLosesAllOfThemFails) {
  Comparison few = Passed();
  JudgeLosses({0, 3}, {3, 3}, {}, few);
  EXPECT_EQ(few.verdict, Verdict::kFail);
  Comparison both = Passed();
  JudgeLosses({3, 3}, {3, 3}, {}, both);
  EXPECT_EQ(both.verdict, Verdict::kInconclusive);
}

TEST(Losses, WhatTheBaselineLosesIsSaidAndNotHeldAgainstTheCandidate) {
  Comparison comparison = Passed();
  JudgeLosses({3, 6}, {0, 6}, {}, comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.notes, ElementsAre(HasSubstr("and 3 of 6 of the baseline")));
}

TEST(Losses, AFailStaysAFailAndManyProblemsAreCounted) {
  Comparison comparison = Passed();
  comparison.series[0].verdict = comparison.verdict = Verdict::kFail;
  JudgeLosses({0, 10}, {1, 10}, {"1", "2", "3", "4", "5", "6", "7"}, comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_THAT(comparison.notes, SizeIs(1 + 5 + 1));
  EXPECT_THAT(comparison.notes.back(), HasSubstr("2 more"));
}

}  // namespace
}  // namespace mpigauge
