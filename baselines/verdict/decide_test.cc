#include "baselines/verdict/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "baselines/compare/comparability.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/methods/methods.h"
#include "harness/base/error.h"
#include "harness/record/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string kAllreduce = "allreduce/bytes:8/ranks:2";
const std::string kBcast = "bcast/bytes:8/ranks:2";
const std::string kSpin = "spin/operations:1000";

// Launches with a launch effect of standard deviation `sd`; `factors` multiply the series.
Side MakeSide(const std::string& label, int launches, double sd, std::mt19937& random,
              const std::map<std::string, double>& factors) {
  std::normal_distribution<double> effect(0, sd);
  Side side{label, {}};
  for (int i = 0; i < launches; ++i) {
    std::map<std::string, double> medians;
    for (const auto& [name, factor] : factors) medians[name] = 1e-6 * factor * std::exp(effect(random));
    side.launches.push_back(ExampleLaunch(label, i, medians));
  }
  return side;
}

const SeriesComparison& Find(const Comparison& comparison, const std::string& name) {
  for (const auto& series : comparison.series) {
    if (series.name == name) return series;
  }
  throw std::runtime_error("no " + name);
}

TEST(Compare, NamesTheSlowSeriesAndNoOther) {
  std::mt19937 random(1);
  const Side before = MakeSide("old", 10, 0.02, random, {{kAllreduce, 1}, {kBcast, 1}, {kSpin, 1}});
  const Side after = MakeSide("new", 10, 0.02, random, {{kAllreduce, 1.2}, {kBcast, 1}, {kSpin, 1}});
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  ASSERT_THAT(comparison.series, SizeIs(2));
  EXPECT_EQ(comparison.series[0].name, kAllreduce);  // what got slower first
  EXPECT_EQ(comparison.series[0].verdict, Verdict::kFail);
  EXPECT_NEAR(comparison.series[0].ratio, 1.2, 0.03);
  EXPECT_LT(comparison.series[0].low, 1.2);
  EXPECT_GT(comparison.series[0].high, 1.2);
  EXPECT_EQ(comparison.series[1].verdict, Verdict::kPass);
  EXPECT_THAT(comparison.controls, SizeIs(1));
  EXPECT_THAT(comparison.notes, IsEmpty());
}

TEST(Compare, AMovedControlIsSaid) {
  std::mt19937 random(2);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kSpin, 1}});
  const Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1.1}, {kSpin, 1.1}});
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes,
              ElementsAre(HasSubstr("the control spin/operations:1000 moved by +")));
}

// Neither what checks the harness itself nor times across clocks that were apart say anything of the library.
TEST(Compare, SelfTestsAndInvalidTimesDoNotCount) {
  std::mt19937 random(7);
  const std::string kWait = "wait_pattern_up/ranks:2";
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kWait, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 2}, {kWait, 2}});
  for (Side* side : {&before, &after}) {
    for (auto& launch : side->launches) launch.series[1].family = "self-test";
  }
  for (auto& launch : after.launches) launch.series[0].fault = Fault{FaultKind::kClocksApart, 1, "by 1 us"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  ASSERT_THAT(comparison.series, testing::SizeIs(1));
  EXPECT_EQ(comparison.series[0].broken, Broken::kNotMeasured);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("clocks-apart: by 1 us"));
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
}

// The machine gets 6% slower from block to block: over all launches 6% slower is nothing to be seen, within blocks it
// is. Sides that followed each other have no blocks.
TEST(Compare, WhatDriftsCancelsWithinBlocks) {
  std::mt19937 random(9);
  Side before = MakeSide("old", 10, 0.005, random, {{kAllreduce, 1}});
  Side after = MakeSide("new", 10, 0.005, random, {{kAllreduce, 1.06}});
  for (Side* side : {&before, &after}) {
    for (auto& launch : side->launches) {
      launch.series[0].summary.median *= std::exp(0.06 * static_cast<double>(launch.launch_index));
    }
  }
  CompareSettings blocked;
  blocked.method = FindCompareMethod("signed-rank");
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kInconclusive);
  const Comparison comparison = CompareAndDecide(before, after, blocked);
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_NEAR(comparison.series[0].ratio, 1.06, 0.01);
  EXPECT_NEAR(comparison.series[0].p_slower, std::exp2(-10), 1e-12);
  for (auto& launch : after.launches) launch.started_at[0] = '3';  // much later
  EXPECT_THROW(CompareAndDecide(before, after, blocked), Error);
}

// Ten blocks allow p = 1/1024; Holm over 60 series asks for 1/1200.
TEST(Compare, BlocksTooFewForTheSuiteAreSaid) {
  std::mt19937 random(10);
  std::map<std::string, double> suite;
  for (int i = 0; i < 60; ++i) suite["c" + std::to_string(i)] = 1;
  CompareSettings blocked;
  blocked.method = FindCompareMethod("signed-rank");
  const Side side = MakeSide("old", 10, 0.01, random, suite);
  EXPECT_THAT(CompareAndDecide(side, MakeSide("new", 10, 0.01, random, suite), blocked).notes,
              ElementsAre(HasSubstr(
                  "so few launches allow no p of signed-rank that is significant among 60 series; 11 launches")));
}

TEST(Compare, WrongDataFailsHoweverFast) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 0.5}, {kBcast, 1}});
  after.launches[3].series[0].fault = Fault{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].name, kAllreduce);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("wrong data on rank 1: element 3"));
}

// An error in an earlier launch does not hide it, and neither does a baseline that had wrong data once.
TEST(Compare, AnyWrongDataOfTheCandidateFail) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  before.launches[0].series[0].fault = Fault{FaultKind::kWrongData, 0, "element 5 is 1, should be 2"};
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  after.launches[1].series[0].fault = Fault{FaultKind::kError, 0, "MPI_ERR_OTHER"};
  after.launches[3].series[0].fault = Fault{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].broken, Broken::kWrongData);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("element 3 is 0"));
  EXPECT_THAT(comparison.notes, testing::Contains(HasSubstr("wrong data in the baseline, on rank 0: element 5")));
}

void Break(LaunchRecord& launch, std::size_t series, FaultKind kind) {
  SeriesRecord& record = launch.series[series];
  record.fault = Fault{kind, 1, "MPI_ERR_OTHER: known error not in list"};
  record.passes.clear();
  Summarize(record);
}

TEST(Compare, AnOperationThatFailsEverywhereInTheCandidateFails) {
  for (const FaultKind kind : {FaultKind::kError, FaultKind::kCrash, FaultKind::kHang}) {
    std::mt19937 random(3);
    const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
    Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
    for (LaunchRecord& launch : after.launches) Break(launch, 0, kind);
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_EQ(comparison.verdict, Verdict::kFail);
    EXPECT_EQ(comparison.series[0].name, kAllreduce);
    EXPECT_EQ(comparison.series[0].broken, Broken::kDoesNotWork);
    EXPECT_THAT(comparison.series[0].reason,
                HasSubstr("in none of 10 launches of the candidate; " + FaultKindName(kind)));
  }
}

TEST(Compare, WhatTheMachineDidNotLetUsMeasureIsInconclusive) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (LaunchRecord& launch : after.launches) Break(launch, 0, FaultKind::kNoValidObservation);
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_EQ(comparison.series[0].broken, Broken::kNotMeasured);
}

TEST(Compare, TimesOfNothingAreNotMeasured) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (LaunchRecord& launch : after.launches) launch.series[0].summary.median = 0;
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("the times are nothing"));
}

TEST(Compare, ErrorsInSomeLaunchesDoNotPass) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (const std::size_t launch : {1u, 4u, 7u}) Break(after.launches[launch], 0, FaultKind::kError);
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("error in 3 of 10 launches: MPI_ERR_OTHER"));
  EXPECT_THAT(comparison.notes, testing::Contains(HasSubstr("in the candidate error in 3 of 10 launches")));
}

// What was asked for on both sides and is there on one, in contrast to what only one side was asked for.
TEST(Compare, ASeriesThatTheCandidateLacksIsInconclusiveUnlessItWasLeftOut) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kBcast, 1}});
  for (Side* side : {&before, &after}) {
    for (LaunchRecord& launch : side->launches) {
      for (const char* key : {"suite", "series", "ranks", "filter", "io_directory"}) launch.settings[key] = "";
      launch.settings["sizes"] = "default";
      launch.settings["threads"] = "single";
    }
  }
  const Comparison missing = CompareAndDecide(before, after, {});
  EXPECT_EQ(missing.verdict, Verdict::kInconclusive);
  EXPECT_EQ(missing.series[0].name, kAllreduce);
  EXPECT_THAT(missing.series[0].reason, HasSubstr("has no result"));
  for (LaunchRecord& launch : after.launches) launch.settings["filter"] = "bcast";
  const Comparison left_out = CompareAndDecide(before, after, {});
  EXPECT_EQ(left_out.verdict, Verdict::kPass);
  EXPECT_THAT(left_out.not_compared, ElementsAre(HasSubstr("only in the baseline")));
}

// Records that do not say what was asked for: nobody knows that it was left out on purpose.
TEST(Compare, ASeriesThatTheCandidateLacksForNoKnownReasonIsInconclusive) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kBcast, 1}});
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kInconclusive);
  for (LaunchRecord& launch : after.launches) launch.settings["suite"] = "quick";  // known of one side alone
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kInconclusive);
}

// Where sizes are found while measuring, another run finds others; a case that is missing altogether is missing.
TEST(Compare, SizesThatAreFoundWhileMeasuringMayDiffer) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}, {"bcast/bytes:64/ranks:2", 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side without = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}});
  for (Side* side : {&before, &after, &without}) {
    for (LaunchRecord& launch : side->launches) launch.settings["sizes"] = "bisection 1..64";
  }
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kPass);
  EXPECT_EQ(CompareAndDecide(before, without, {}).verdict, Verdict::kInconclusive);
}

TEST(Compare, WrongDataFailWhereverTheCandidateComputesThem) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}});
  const Side good = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}});
  const Fault wrong{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
  Side measured_otherwise = good;
  measured_otherwise.launches[9].series[0].method.synchronizer = "barrier";
  measured_otherwise.launches[9].series[0].fault = wrong;
  Side only_there = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  only_there.launches[0].series[1].fault = wrong;
  Side lost = good;
  lost.lost = {ExampleLaunch("new", 10, {{kBcast, 1}})};
  lost.lost[0].series[0].fault = wrong;
  for (const Side& after : {measured_otherwise, only_there, lost}) {
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_EQ(comparison.verdict, Verdict::kFail);
    EXPECT_THAT(comparison.series[0].reason, HasSubstr("wrong data on rank 1: element 3"));
  }
}

// One error in the baseline does not excuse many in the candidate.
TEST(Compare, MoreErrorsThanTheBaselineDoNotPass) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Break(before.launches[2], 0, FaultKind::kError);
  Break(after.launches[2], 0, FaultKind::kError);
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kPass);
  Break(after.launches[5], 0, FaultKind::kError);
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("error in 2 of 10 launches, in the baseline in 1 of 10"));
}

TEST(Compare, WhatCannotBeComparedIsListedWithTheReason) {
  std::mt19937 random(4);
  Side before = MakeSide("old", 4, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}, {"reduce", 1}});
  Side after = MakeSide("new", 4, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}, {"scan", 1}});
  for (auto& launch : after.launches) {
    launch.series[0].case_version = 2;
    launch.series[1].method.synchronizer = "barrier";
    launch.settings["filter"] = "scan";
  }
  for (auto& launch : before.launches) launch.settings["filter"] = "reduce";
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_THAT(comparison.not_compared,
              ElementsAre(HasSubstr(kAllreduce + ": the case changed (version 1 and 2)"),
                          HasSubstr(kBcast + ": measured in another way"), HasSubstr("scan: only in the candidate"),
                          HasSubstr("reduce: only in the baseline")));
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
}

// A baseline of several runs, from before and after a benchmark was changed: the candidate's version counts.
TEST(Compare, OfABaselineThatHasSeveralVersionsTheCandidatesCounts) {
  std::mt19937 random(9);
  for (const bool new_first : {false, true}) {
    Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 2}});
    Side fresh = MakeSide("fresh", 10, 0.01, random, {{kAllreduce, 1}});
    for (auto& launch : fresh.launches) launch.series[0].case_version = 2;
    before.launches.insert(new_first ? before.launches.begin() : before.launches.end(), fresh.launches.begin(),
                           fresh.launches.end());
    Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}});
    for (auto& launch : after.launches) launch.series[0].case_version = 2;
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_EQ(comparison.verdict, Verdict::kPass);
    EXPECT_THAT(comparison.series.at(0).baseline_seconds, SizeIs(10));
    EXPECT_THAT(comparison.not_compared, IsEmpty());
  }
}

TEST(Compare, OfABaselineOfSeveralEnvironmentsTheCandidatesCounts) {
  std::mt19937 random(10);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}});
  Side big = MakeSide("big", 5, 0.01, random, {{kAllreduce, 2}});
  for (auto& launch : big.launches) launch.environment.key["ranks"] = "4";
  before.launches.insert(before.launches.begin(), big.launches.begin(), big.launches.end());
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}});
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.series.at(0).baseline_seconds, SizeIs(10));
  EXPECT_THAT(comparison.notes, Contains("10 of the baseline's 15 launches are of the candidate's environment"));
  CompareSettings allowing;
  allowing.allowed_fields = {"ranks"};
  EXPECT_THAT(CompareAndDecide(before, after, allowing).series.at(0).baseline_seconds, SizeIs(10));
  for (auto& launch : after.launches) launch.environment.key["ranks"] = "8";
  EXPECT_THAT(CompareAndDecide(before, after, allowing).series.at(0).baseline_seconds, SizeIs(15));
  EXPECT_THROW(CompareAndDecide(before, after, {}), NotComparableError);
}

TEST(Compare, OneRunDoesNotKnowHowMuchRunsDiffer) {
  std::mt19937 random(11);
  const auto at = [&](const std::string& run, const std::string& day) {
    Side side = MakeSide(run, 5, 0.01, random, {{kAllreduce, 1}});
    for (auto& launch : side.launches) launch.started_at.replace(0, 10, day);
    return side;
  };
  Side before = at("old", "2026-11-19");
  const Side after = at("new", "2026-11-20");
  const auto one_run = Contains(HasSubstr("the baseline is one run: how much runs differ is not known"));
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes, one_run);
  EXPECT_THAT(CompareAndDecide(at("old", "2026-11-20"), after, {}).notes, Not(one_run));  // interleaved
  const Side older = at("older", "2026-11-18");
  before.launches.insert(before.launches.end(), older.launches.begin(), older.launches.end());
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes, Not(one_run));
}

// By hand: run means ln 1 and ln 1.1, no difference within a run.
TEST(Compare, SeveralRunsSayHowMuchTheyDiffer) {
  std::mt19937 random(12);
  Side before = MakeSide("one", 5, 0, random, {{kAllreduce, 1}});
  const Side more = MakeSide("two", 5, 0, random, {{kAllreduce, 1.1}});
  before.launches.insert(before.launches.end(), more.launches.begin(), more.launches.end());
  Side after = MakeSide("new", 5, 0, random, {{kAllreduce, 1}});
  for (auto& launch : after.launches) launch.started_at.replace(0, 10, "2026-11-21");
  EXPECT_THAT(CompareAndDecide(before, after, {}).notes,
              Contains(HasSubstr("the baseline's 2 runs differ by 6.7%, the launches of one run by 0.0% (")));
}

TEST(Compare, ThreeLaunchesASideSayWhichLevelTheyHave) {
  std::mt19937 random(5);
  const Comparison comparison = CompareAndDecide(MakeSide("old", 3, 0.01, random, {{kAllreduce, 1}}),
                                                 MakeSide("new", 3, 0.01, random, {{kAllreduce, 1}}), {});
  EXPECT_NEAR(comparison.series[0].level, 0.9, 1e-9);
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("allow an interval of 90.0%"));
}

TEST(Compare, AnEmptySideIsAMistake) {
  std::mt19937 random(6);
  const Side side = MakeSide("old", 3, 0.01, random, {{kAllreduce, 1}});
  EXPECT_THROW(CompareAndDecide(side, Side{"new", {}}, {}), Error);
}

TEST(Compare, JsonComesBackAsItWas) {
  std::mt19937 random(7);
  Side after = MakeSide("new", 10, 0.02, random, {{kAllreduce, 1.2}, {kBcast, 1}});
  for (auto& launch : after.launches) launch.series[1].fault = Fault{FaultKind::kWrongData, 0, "x"};
  const Comparison comparison =
      CompareAndDecide(MakeSide("old", 10, 0.02, random, {{kAllreduce, 1}, {kBcast, 1}}), after, {});
  const Json json = ToJson(comparison);
  EXPECT_EQ(json.at("control_movement").at("controls"), 0);
  EXPECT_EQ(ToJson(ComparisonFromJson(ParseJson(JsonText(json), "x"), "x")), json);
}

// The stated error rate: with equal libraries and 50 series, at most 5% of gates fail (400 gates, fixed seed;
// 5% + 3 standard errors is 33). A 20% slowdown of one series is found each time and no other is named.
TEST(Compare, ErrorRatesAreKeptOverASuite) {
  std::mt19937 random(8);
  std::map<std::string, double> suite;
  for (int i = 0; i < 50; ++i) suite["c" + std::to_string(i)] = 1;
  std::map<std::string, double> slowed = suite;
  slowed["c7"] = 1.2;
  int false_fails = 0;
  int found = 0;
  int others = 0;
  for (int i = 0; i < 400; ++i) {
    const Side before = MakeSide("old", 10, 0.04, random, suite);
    false_fails += CompareAndDecide(before, MakeSide("new", 10, 0.04, random, suite), {}).verdict == Verdict::kFail;
    if (i % 10 != 0) continue;
    const Comparison comparison = CompareAndDecide(before, MakeSide("new", 10, 0.04, random, slowed), {});
    found += Find(comparison, "c7").verdict == Verdict::kFail;
    others += static_cast<int>(comparison.Count(Verdict::kFail)) - 1;
  }
  EXPECT_LE(false_fails, 33);
  EXPECT_EQ(found, 40);
  EXPECT_LE(others, 6);
}

}  // namespace
}  // namespace mpigauge
