// Tests operations that fail, compute wrong data or are missing, whatever their times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/verdict/compared_sides.h"
#include "baselines/verdict/decide.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

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

// Neither another fault nor what checks the harness itself is the library's wrong data.
TEST(Compare, OnlyWrongDataOfOperationsAreWrongData) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  after.launches[3].series[0].fault = Fault{FaultKind::kError, 1, "MPI_ERR_OTHER"};
  after.launches[3].series[1].fault = Fault{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
  after.launches[3].series[1].family = "self-test";
  for (const SeriesComparison& series : CompareAndDecide(before, after, {}).series) {
    EXPECT_EQ(series.broken, Broken::kNo) << series.name;
  }
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

// A control is no operation of the library and has no verdict, so a note has to say it.
TEST(Compare, WrongDataOfAControlAreInANote) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (Side* side : {&before, &after}) {
    for (LaunchRecord& launch : side->launches) launch.series[1].family = "control";
  }
  after.launches[3].series[0].fault = Fault{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"};
  after.launches[3].series[1].fault = Fault{FaultKind::kWrongData, 1, "element 4 is 0, should be 7"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_THAT(comparison.notes, testing::Contains(HasSubstr("wrong data in the candidate, on rank 1: element 4 is 0")));
  EXPECT_THAT(comparison.notes, testing::Not(testing::Contains(HasSubstr("element 3 is 0"))));  // its verdict says so
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

// In a few launches the machine may be the cause.
TEST(Compare, AnOperationWithoutATimeInAnyLaunchFailsIfThereAreEnough) {
  for (const int launches : {3, 10}) {
    std::mt19937 random(3);
    const Side before = MakeSide("old", launches, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
    Side after = MakeSide("new", launches, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
    for (LaunchRecord& launch : after.launches) Break(launch, 0, FaultKind::kNoValidObservation);
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_EQ(comparison.verdict, launches == 3 ? Verdict::kInconclusive : Verdict::kFail);
    EXPECT_EQ(comparison.series[0].broken, launches == 3 ? Broken::kNotMeasured : Broken::kNoTimes);
  }
}

TEST(Compare, TimesOfNothingAreNoTimes) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (LaunchRecord& launch : after.launches) launch.series[0].summary.median = 0;
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].name, kAllreduce);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("the times are zero"));
}

TEST(Compare, ErrorsInManyLaunchesFail) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 20, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 20, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (std::size_t launch = 0; launch < 10; ++launch) Break(after.launches[2 * launch], 0, FaultKind::kError);
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("in 10 of 20 of the candidate"));
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("error: MPI_ERR_OTHER"));
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

// This series was asked for on both sides and is there on one, in contrast to one that only one side was asked for.
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

// Passes before the error left times, and the series once was inconclusive, or passed.
TEST(Compare, AnErrorInEveryLaunchFailsHoweverManyTimesThereAre) {
  for (const FaultKind kind : {FaultKind::kError, FaultKind::kCrash, FaultKind::kHang}) {
    std::mt19937 random(3);
    const Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
    Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 0.5}, {kBcast, 1}});
    for (LaunchRecord& launch : after.launches) launch.series[0].fault = Fault{kind, 1, "MPI_ERR_OTHER"};
    const Comparison comparison = CompareAndDecide(before, after, {});
    EXPECT_EQ(comparison.verdict, Verdict::kFail);
    EXPECT_EQ(comparison.series[0].name, kAllreduce);
    EXPECT_EQ(comparison.series[0].broken, Broken::kDoesNotWork);
    EXPECT_THAT(comparison.series[0].reason, HasSubstr("in none of 10 launches of the candidate"));
  }
}

// In most launches they are more than chance, though each of these has times.
TEST(Compare, ErrorsInManyLaunchesFailWithTimesToo) {
  std::mt19937 random(3);
  const Side before = MakeSide("old", 20, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 20, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (std::size_t launch = 0; launch < 10; ++launch) {
    after.launches[2 * launch].series[0].fault = Fault{FaultKind::kError, 1, "MPI_ERR_OTHER"};
  }
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].broken, Broken::kNoTimes);
}

// The launches that are left have no errors, and may not be those that the error would have met.
TEST(Compare, AnErrorInSomeLaunchesOfTheBaselineKeepsASeriesFromPassing) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  const Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  before.launches[0].series[0].fault = Fault{FaultKind::kError, 1, "MPI_ERR_OTHER"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_EQ(comparison.series[0].name, kAllreduce);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("in the baseline error in 1 of 10 launches: MPI_ERR_OTHER"));
}

// An operation that the candidate repaired has nothing to be compared with, and a note names it.
TEST(Compare, AnOperationThatNeverWorkedInTheBaselineIsNotCompared) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  const Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (LaunchRecord& launch : before.launches) launch.series[0].fault = Fault{FaultKind::kError, 1, "MPI_ERR_OTHER"};
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.not_compared, ElementsAre(HasSubstr("no result in the baseline: MPI_ERR_OTHER")));
}

// Nothing can be said of an operation that does not work anywhere, and the others pass.
TEST(Compare, AnOperationThatFailsOnBothSidesIsNotCompared) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  for (Side* side : {&before, &after}) {
    for (LaunchRecord& launch : side->launches) launch.series[0].fault = Fault{FaultKind::kError, 1, "MPI_ERR_OTHER"};
  }
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_EQ(comparison.series.size(), 1u);
  EXPECT_THAT(comparison.not_compared, ElementsAre(HasSubstr("MPI_ERR_OTHER")));
}

// One error in the baseline excuses none in the candidate.
TEST(Compare, AsManyErrorsAsTheBaselineDoNotPass) {
  std::mt19937 random(3);
  Side before = MakeSide("old", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Side after = MakeSide("new", 10, 0.01, random, {{kAllreduce, 1}, {kBcast, 1}});
  Break(before.launches[2], 0, FaultKind::kError);
  Break(after.launches[2], 0, FaultKind::kError);
  EXPECT_EQ(CompareAndDecide(before, after, {}).verdict, Verdict::kInconclusive);
  Break(after.launches[5], 0, FaultKind::kError);
  const Comparison comparison = CompareAndDecide(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(comparison.series[0].reason, HasSubstr("error in 2 of 10 launches, in the baseline in 1 of 10"));
}

}  // namespace
}  // namespace mpigauge
