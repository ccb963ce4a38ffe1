// Tests launches that are lost, and launches that have no time of a series.
#include "baselines/verdict/losses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "baselines/verdict/compared_sides.h"
#include "baselines/verdict/decide.h"

namespace mpigauge {
namespace {

using testing::Contains;
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

// The candidate loses 7 of 20 launches: chance does that once in 240 times.
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

TEST(Losses, LossesOfTheBaselineAreNotedAndDoNotFailTheCandidate) {
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

// A side of `launches` launches, of which the last `lost` crashed in allreduce.
Side SideWithLost(const std::string& label, int launches, int lost, std::mt19937& random) {
  Side side = MakeSide(label, launches - lost, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (int i = launches - lost; i < launches; ++i) {
    LaunchRecord launch = ExampleLaunch(label, i, {{kAllreduce, 1e-6}});
    launch.status = LaunchStatus::kCrashed;
    launch.status_text = "crashed in allreduce";
    side.lost.push_back(launch);
  }
  return side;
}

Comparison WithLost(int of_baseline, int of_candidate) {
  std::mt19937 random(3);
  const Side before = SideWithLost("old", 20, of_baseline, random);
  return CompareAndDecide(before, SideWithLost("new", 20, of_candidate, random), {});
}

// A comparison of stored runs passed it with a note.
TEST(CompareAndDecide, JudgesTheLaunchesThatSidesLost) {
  EXPECT_EQ(WithLost(0, 0).verdict, Verdict::kPass);
  const Comparison many = WithLost(0, 7);
  EXPECT_EQ(many.verdict, Verdict::kFail);
  EXPECT_EQ(many.Count(Verdict::kFail), 0u);
  EXPECT_THAT(many.losses.text, HasSubstr("7 of 20 launches of the candidate crashed, hung"));
  EXPECT_THAT(many.losses.candidate.texts, SizeIs(7));
  EXPECT_EQ(many.losses.candidate.texts[0], "launch 14 of the candidate: crashed: crashed in allreduce");
  EXPECT_EQ(WithLost(0, 1).verdict, Verdict::kInconclusive);
  EXPECT_EQ(WithLost(7, 7).verdict, Verdict::kInconclusive);
  const Comparison of_baseline = WithLost(7, 0);
  EXPECT_EQ(of_baseline.verdict, Verdict::kPass);
  EXPECT_EQ(of_baseline.losses.baseline.lost, 7);
  EXPECT_THAT(of_baseline.losses.text, IsEmpty());
}

TEST(LossesOf, CountsWhatCrashedHungOrNeverBeganAndWasNotMadeAgain) {
  Side side{"side", {}};
  int index = 0;
  for (const LaunchStatus status : {LaunchStatus::kComplete, LaunchStatus::kCrashed, LaunchStatus::kHung,
                                    LaunchStatus::kInterrupted, LaunchStatus::kFailed}) {
    LaunchRecord launch = ExampleLaunch("run", index++, {{kBcast, 1e-6}});
    launch.status = status;
    (status == LaunchStatus::kComplete ? side.launches : side.lost).push_back(launch);
  }
  EXPECT_EQ(LossesOf(side, "baseline").lost, 3);
  EXPECT_EQ(LossesOf(side, "baseline").launches, 4);
  side.launches.push_back(ExampleLaunch("run", 4, {{kBcast, 1e-6}}));  // that one was made again
  EXPECT_EQ(LossesOf(side, "baseline").lost, 2);
  EXPECT_EQ(LossesOf(side, "baseline").launches, 4);
  side.launches.push_back(ExampleLaunch("another run", 0, {{kBcast, 1e-6}}));
  EXPECT_THAT(LossesOf(side, "baseline").texts, Contains(HasSubstr("launch 2 of the baseline (run run): crashed")));
}

void TakeTime(LaunchRecord& launch, std::size_t series) {
  SeriesRecord& record = launch.series[series];
  record.fault = Fault{FaultKind::kNoValidObservation, 0, "a rank was late in all of 99 starts"};
  record.passes.clear();
  Summarize(record);
}

// Two series and a control, with `launches` on each side; the last `without` of the candidate lack these series.
Comparison Without(int launches, int without, const std::vector<std::size_t>& series, int of_baseline = 0) {
  std::mt19937 random(3);
  const std::map<std::string, double> factors = {{kAllreduce, 1}, {kBcast, 1}, {kSpin, 1}};
  Side before = MakeSide("old", launches, 0.01, random, factors);
  Side after = MakeSide("new", launches, 0.01, random, factors);
  for (int i = 0; i < launches; ++i) {
    for (const std::size_t one : series) {
      if (i >= launches - without) TakeTime(after.launches[static_cast<std::size_t>(i)], one);
      if (i >= launches - of_baseline) TakeTime(before.launches[static_cast<std::size_t>(i)], one);
    }
  }
  return CompareAndDecide(before, after, {});
}

TEST(MissingTimes, ASeriesWithoutATimeInAnyLaunchOfTheCandidateFails) {
  const Comparison comparison = Without(10, 10, {0});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].name, kAllreduce);
  EXPECT_EQ(comparison.series[0].broken, Broken::kNoTimes);
  EXPECT_THAT(comparison.series[0].reason,
              HasSubstr("has a time in 10 of 10 launches of the baseline, and in 0 of 10 of the candidate"));
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("no-valid-observation: a rank was late in all of 99 starts"));
  EXPECT_EQ(Find(comparison, kBcast).verdict, Verdict::kPass);
}

// 3 and 3 launches can differ so by chance once in 20 times, 6 and 6 once in 924.
TEST(MissingTimes, FewLaunchesProveNothing) {
  EXPECT_EQ(Without(3, 3, {0}).verdict, Verdict::kInconclusive);
  EXPECT_EQ(Without(3, 3, {0}).series[0].broken, Broken::kNotMeasured);
  EXPECT_EQ(Without(6, 6, {0}).verdict, Verdict::kFail);
}

// Their launches are the same, so one test decides about both.
TEST(MissingTimes, SeriesThatLackThemTogetherFailTogether) {
  const Comparison comparison = Without(6, 6, {0, 1});
  EXPECT_EQ(comparison.Count(Verdict::kFail), 2u);
}

TEST(MissingTimes, OneWithTimesInSignificantlyFewerLaunchesFails) {
  const Comparison many = Without(20, 12, {0});
  EXPECT_EQ(many.verdict, Verdict::kFail);
  EXPECT_EQ(Find(many, kAllreduce).broken, Broken::kNoTimes);
  EXPECT_THAT(Find(many, kAllreduce).reason, HasSubstr("and in 8 of 20 of the candidate"));
  EXPECT_TRUE(std::isnan(Find(many, kAllreduce).ratio));
  const Comparison few = Without(20, 2, {0});
  EXPECT_EQ(few.verdict, Verdict::kPass);
  EXPECT_THAT(few.notes, Contains(HasSubstr("no time of " + kAllreduce + " (2 of 20)")));
}

TEST(MissingTimes, TimesThatTheBaselineLacksAsOftenPass) {
  EXPECT_EQ(Without(20, 12, {0}, 12).verdict, Verdict::kPass);
  EXPECT_EQ(Without(20, 0, {0}, 12).verdict, Verdict::kPass);
}

TEST(MissingTimes, MissingTimesOfControlsMakeTheVerdictInconclusive) {
  const Comparison all = Without(10, 10, {0, 2});
  EXPECT_EQ(all.verdict, Verdict::kInconclusive);
  EXPECT_THAT(all.series[0].reason, HasSubstr(kSpin + ", which does not use MPI, lacks times, too"));
  const Comparison some = Without(20, 12, {0, 2});
  EXPECT_EQ(some.verdict, Verdict::kInconclusive);
  EXPECT_THAT(Find(some, kAllreduce).reason, HasSubstr(kSpin + ", which does not use MPI"));
}

TEST(MissingTimes, TheFirstThreeSeriesAreNamedAndTheOthersCounted) {
  for (const std::size_t count : {3, 5}) {
    Comparison comparison = Passed();
    comparison.series.resize(count, comparison.series[0]);
    for (std::size_t i = 0; i < count; ++i) {
      comparison.series[i].name = std::string(1, static_cast<char>('a' + i));
      comparison.series[i].baseline_median = comparison.series[i].candidate_median = 1e-6;
      comparison.series[i].ratio = 1;
      comparison.series[i].missing = {{}, {1, 2}, 6, 6, "ranks never started together"};
    }
    JudgeMissingTimes(comparison);
    EXPECT_THAT(MissingTimesNotes(comparison.series),
                Contains("some launches of the candidate have no time of a (2 of 6), b (2 of 6), c (2 of 6)" +
                         std::string(count == 5 ? " and 2 more series" : "") + "; ranks never started together"));
  }
}

// Tests without anything to find take nothing of alpha away.
TEST(MissingTimes, LostLaunchesShareTheirPartOfAlphaWithThemWhereThereAreAny) {
  Comparison comparison = Passed();
  comparison.series[0].missing = {{}, {4}, 20, 20, "the times are zero"};  // cannot be significant
  JudgeLosses({0, 20}, {7, 20}, {}, comparison);
  EXPECT_EQ(comparison.losses.verdict, Verdict::kFail);
  comparison.series[0].missing.candidate = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  JudgeLosses({0, 20}, {7, 20}, {}, comparison);
  EXPECT_EQ(comparison.losses.verdict, Verdict::kInconclusive);
}

// Two tests of missing times and the one of lost launches have a third of a tenth of alpha each. 6 of 20 launches
// without a time, where the baseline has all, have a chance of 38760 / 3838380.
TEST(MissingTimes, EachTestHasAnEqualPartOfTheirShare) {
  constexpr double kP = 38760.0 / 3838380.0;
  for (const double part : {0.999, 1.001}) {
    Comparison comparison = Passed();
    comparison.alpha = part * 3 * kP / kLossShare;
    comparison.series.resize(3, comparison.series[0]);
    for (std::size_t i = 0; i < 3; ++i) comparison.series[i].name = std::string(1, static_cast<char>('a' + i));
    comparison.series[0].missing = {{}, {0, 1, 2, 3, 4, 5}, 20, 20, "no time"};
    comparison.series[1].missing = {{}, {0, 1, 2, 3, 4, 6}, 20, 20, "no time"};
    EXPECT_TRUE(TestsMissingTimes(comparison));
    EXPECT_THAT(LackingTimes(comparison), part < 1 ? std::set<std::string>() : std::set<std::string>({"a", "b"}));
    for (const Broken broken : {Broken::kWrongData, Broken::kDoesNotWork}) {  // without it, two parts are left
      comparison.series[0].broken = broken;
      EXPECT_THAT(LackingTimes(comparison), ElementsAre("b"));
    }
  }
}

// 7 of 20 launches lost, where the baseline has lost none: 77520 / 18643560, which is a tenth of this alpha.
TEST(Losses, AChanceEqualToTheirShareOfAlphaFails) {
  constexpr double kP = 77520.0 / 18643560.0;
  for (const double part : {1 - 1e-9, 1 + 1e-9}) {
    Comparison comparison = Passed();
    comparison.alpha = part * kP / kLossShare;
    JudgeLosses({0, 20}, {7, 20}, {}, comparison);
    EXPECT_EQ(comparison.losses.verdict, part < 1 ? Verdict::kInconclusive : Verdict::kFail);
    EXPECT_EQ(comparison.verdict, comparison.losses.verdict);
  }
  MissingTimes missing = {{}, {0, 1, 2, 3, 4, 5, 6}, 20, 20, ""};
  Comparison equal = Passed();
  for (equal.alpha = missing.P() / kLossShare; kLossShare * equal.alpha < missing.P();) {
    equal.alpha = std::nextafter(equal.alpha, 1);
  }
  if (kLossShare * equal.alpha != missing.P()) GTEST_SKIP() << "no alpha has this share";
  JudgeLosses({0, 20}, {7, 20}, {}, equal);
  EXPECT_EQ(equal.losses.verdict, Verdict::kFail);
  equal.series[0].missing = missing;
  equal.alpha *= 2;
  EXPECT_THAT(LackingTimes(equal), SizeIs(1));
}

TEST(Losses, FiveProblemsAreToldWithoutACount) {
  Comparison comparison = Passed();
  JudgeLosses({0, 10}, {0, 10}, {"1", "2", "3", "4", "5"}, comparison);
  EXPECT_THAT(comparison.notes, ElementsAre("1", "2", "3", "4", "5"));
}

}  // namespace
}  // namespace mpigauge
