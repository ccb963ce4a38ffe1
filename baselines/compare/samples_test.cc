#include "baselines/compare/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::Key;

const std::string kBcast = "bcast/bytes:8/ranks:2";

// The observations are 0.9, 1 and 1.2 of the median, and their local times 0.8, 0.9 and 1.
TEST(CollectSamples, EachFigureIsTheLaunchs) {
  const Side side{"old", {ExampleLaunch("a", 0, {{kBcast, 1e-6}}), ExampleLaunch("a", 1, {{kBcast, 2e-6}})}};
  const Sample sample = CollectSamples(side, {}).at(kBcast);
  EXPECT_THAT(sample.medians, ElementsAre(1e-6, 2e-6));
  EXPECT_NEAR(sample.minima[1], 1.8e-6, 1e-15);
  EXPECT_NEAR(sample.tails[1], 2.392e-6, 1e-15);  // 98% of the way from 2 us to 2.4 us
  EXPECT_NEAR(sample.local_medians[1], 1.8e-6, 1e-15);
  EXPECT_THAT(sample.launches, ElementsAre(0, 1));
  EXPECT_EQ(sample.seen, 2);
  EXPECT_EQ(sample.errors, 0);
  EXPECT_FALSE(sample.fault.has_value());
  // One of three observations is within a tick of a nanosecond around the median.
  EXPECT_NEAR(sample.resolutions[0], 1e-9 / 3, 1e-15);
}

TEST(CollectSamples, AnErrorCountsMoreThanWhatCouldNotBeMeasured) {
  Side side{"new", {}};
  for (const FaultKind kind : {FaultKind::kNoValidObservation, FaultKind::kError, FaultKind::kCrash}) {
    side.launches.push_back(ExampleLaunch("b", static_cast<int>(side.launches.size()), {{kBcast, 1e-6}}));
    SeriesRecord& series = side.launches.back().series[0];
    series.fault = Fault{kind, 0, "on purpose"};
    series.passes.clear();
    Summarize(series);
  }
  side.launches.push_back(ExampleLaunch("b", 3, {{kBcast, 3e-6}}));
  const Sample sample = CollectSamples(side, {}).at(kBcast);
  EXPECT_EQ(sample.seen, 4);
  EXPECT_EQ(sample.errors, 2);
  ASSERT_TRUE(sample.fault.has_value());
  EXPECT_EQ(sample.fault->kind, FaultKind::kError);
  EXPECT_THAT(sample.medians, ElementsAre(3e-6));
  EXPECT_THAT(sample.launches, ElementsAre(3));
  EXPECT_THAT(sample.without, ElementsAre(0, 1, 2));
}

// Times across clocks that were apart are wrong, and not missing.
TEST(CollectSamples, LaunchesWithoutATimeAreThoseThatTriedToMeasureOne) {
  Side side{"new", {}};
  for (int i = 0; i < 3; ++i) side.launches.push_back(ExampleLaunch("b", i, {{kBcast, 1e-6}}));
  side.launches[0].series[0].summary.median = 0;
  side.launches[1].series[0].fault = Fault{FaultKind::kClocksApart, 0, "by 1 us"};
  const Sample sample = CollectSamples(side, {}).at(kBcast);
  EXPECT_THAT(sample.without, ElementsAre(0));
  EXPECT_EQ(sample.clocks_apart, 1);
  EXPECT_EQ(sample.seen, 3);
}

TEST(CollectSamples, SelfTestsAreLeftOut) {
  Side side{"old", {ExampleLaunch("a", 0, {{kBcast, 1e-6}, {"reduce/ranks:2", 1e-6}})}};
  side.launches[0].series[1].family = "self-test";
  EXPECT_THAT(CollectSamples(side, {}), ElementsAre(Key(kBcast)));
}

TEST(CollectSamples, AFloorOfNothingHasALogarithmAllTheSame) {
  Side side{"old", {ExampleLaunch("a", 0, {{kBcast, 1e-6}})}};
  SeriesRecord& series = side.launches[0].series[0];
  series.passes[0].observations_seconds[0] = 0;
  Summarize(series);
  EXPECT_THAT(CollectSamples(side, {}).at(kBcast).minima, ElementsAre(1e-12));
}

TEST(IsError, ErrorCrashAndHangAreErrorsAndOtherFaultsAreNot) {
  for (const FaultKind kind : {FaultKind::kError, FaultKind::kCrash, FaultKind::kHang}) {
    EXPECT_TRUE(IsError(Fault{kind, 0, ""})) << FaultKindName(kind);
  }
  for (const FaultKind kind : {FaultKind::kWrongData, FaultKind::kNoValidObservation, FaultKind::kClocksApart}) {
    EXPECT_FALSE(IsError(Fault{kind, 0, ""})) << FaultKindName(kind);
  }
}

TEST(DifferInLoopsAlone, OneOperationAtATimeAndSeveral) {
  const Method one = {"call", "round-time", "tsc"};
  const Method several = {"calls", "round-time", "tsc"};
  EXPECT_TRUE(DifferInLoopsAlone(one, several));
  EXPECT_TRUE(DifferInLoopsAlone(several, one));
  EXPECT_FALSE(DifferInLoopsAlone(one, one));
  EXPECT_FALSE(DifferInLoopsAlone(one, {"loop", "round-time", "tsc"}));
  EXPECT_FALSE(DifferInLoopsAlone(one, {"calls", "barrier", "tsc"}));
}

TEST(SelectionOf, HasTheSettingsThatChooseSeries) {
  LaunchRecord launch;
  launch.settings = {{"suite", "quick"}, {"passes", "5"}, {"sizes", "8,64"}};
  const Selection given = SelectionOf(launch);
  EXPECT_THAT(given.settings, ElementsAre(Key("sizes"), Key("suite")));
  EXPECT_FALSE(given.found_while_measuring);
  for (const char* found : {"bisection:8:1024", "skampi:8:1024"}) {
    launch.settings["sizes"] = found;
    EXPECT_TRUE(SelectionOf(launch).found_while_measuring) << found;
  }
}

TEST(Selection, MayBeAnothersWhereNoSettingSaysOtherwise) {
  const Selection quick{{{"suite", "quick"}}, false};
  const Selection filtered{{{"suite", "quick"}, {"filter", "bcast"}}, false};
  const Selection full{{{"suite", "full"}}, false};
  EXPECT_TRUE(quick.MayBeThatOf(quick));
  EXPECT_TRUE(quick.MayBeThatOf(filtered));
  EXPECT_TRUE(filtered.MayBeThatOf(quick));
  EXPECT_FALSE(quick.MayBeThatOf(full));
  EXPECT_FALSE(full.MayBeThatOf(filtered));
}

TEST(Ticks, ATickIsARatioOfTheShorterTime) {
  EXPECT_NEAR(TickRatio(10e-9, 30e-9, 40e-9), 4.0 / 3, 1e-12);
  EXPECT_NEAR(TickRatio(10e-9, 40e-9, 30e-9), 4.0 / 3, 1e-12);
  EXPECT_EQ(TickRatio(0, 30e-9, 40e-9), 1);
}

// Medians over launches are 2 ns and 3.5 ns.
TEST(Ticks, TheCoarserSideCounts) {
  Sample fine;
  fine.resolutions = {1e-9, 9e-9, 2e-9};
  Sample coarse;
  coarse.resolutions = {4e-9, 3e-9};
  EXPECT_NEAR(ResolutionOf(fine, coarse), 3.5e-9, 1e-18);
  EXPECT_NEAR(ResolutionOf(coarse, fine), 3.5e-9, 1e-18);
  EXPECT_TRUE(std::isnan(MedianOfLaunches({})));
}

TEST(Ticks, AnIntervalReachesOneToEitherSideAndIsNotMadeNarrower) {
  ShiftInterval shift{0.5, 0.45, 0.9, 0.95};
  WidenToTick(0.125, shift);
  EXPECT_EQ(shift.low, 0.375);
  EXPECT_EQ(shift.high, 0.9);
  EXPECT_EQ(shift.estimate, 0.5);
  EXPECT_EQ(shift.level, 0.95);
  const double none = std::numeric_limits<double>::quiet_NaN();
  ShiftInterval without{0.5, none, none, 0};
  WidenToTick(0.125, without);
  EXPECT_TRUE(std::isnan(without.low));
  EXPECT_TRUE(std::isnan(without.high));
}

// A tick is a tenth of the median, so that half of one reaches from 0.95 to 1.05 us.
TEST(Ticks, TheShareOfObservationsWithinHalfATickOfTheMedianCounts) {
  const auto resolution_of = [](const std::vector<double>& microseconds) {
    Side side{"old", {ExampleLaunch("a", 0, {{kBcast, 1e-6}})}};
    SeriesRecord& series = side.launches[0].series[0];
    series.tick_seconds = 1e-7;
    series.passes[0].observations_seconds.clear();
    for (const double time : microseconds) series.passes[0].observations_seconds.push_back(time * 1e-6);
    series.passes[0].local_seconds = series.passes[0].observations_seconds;
    Summarize(series);
    return CollectSamples(side, {}).at(kBcast).resolutions.at(0) / 1e-7;
  };
  EXPECT_NEAR(resolution_of({0.96, 1, 1.04}), 1, 1e-9);
  EXPECT_NEAR(resolution_of({0.93, 1, 1.04}), 2 / 3.0, 1e-9);
  EXPECT_NEAR(resolution_of({0.93, 1, 1.07}), 1 / 3.0, 1e-9);
  EXPECT_NEAR(resolution_of({0.85, 0.93, 1, 1.07, 1.3}), 1 / 5.0, 1e-9);
}

TEST(CollectSamples, WithoutObservationsAWholeTickIsUnresolved) {
  Side side{"old", {ExampleLaunch("a", 0, {{kBcast, 1e-6}})}};
  side.launches[0].series[0].classes.clear();
  EXPECT_NEAR(CollectSamples(side, {}).at(kBcast).resolutions.at(0), 1e-9, 1e-18);
}

}  // namespace
}  // namespace mpigauge
