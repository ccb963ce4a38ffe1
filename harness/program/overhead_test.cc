#include "harness/program/overhead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::HasSubstr;

void Nothing(State&) {}

Series SeriesOf(const Case& benchmark_case, std::int64_t ranks, const std::vector<double>& observations) {
  Series series;
  series.benchmark_case = &benchmark_case;
  series.parameters = {{"ranks", ranks}};
  series.record = EmptyRecord(benchmark_case, series.parameters, {"round-time", "tsc", {}, true});
  series.record.passes = {{observations, observations}};
  return series;
}

TEST(Overhead, EveryModeAndNumberOfRanksHasItsEmptySeriesOnce) {
  Case collective("barrier", Nothing);
  Case exchange("ping_pong", Nothing);
  Case control("spin", Nothing);
  std::vector<Series> series = {SeriesOf(*collective.Collective(), 2, {1}), SeriesOf(collective, 3, {1}),
                                SeriesOf(*exchange.RoundTrip(), 3, {1}), SeriesOf(*control.Control(), 3, {1})};
  for (int twice = 0; twice < 2; ++twice) AddEmptySeries({"round-time", "tsc", {}, true}, series);
  std::vector<std::string> names;
  for (std::size_t i = 4; i < series.size(); ++i) {
    names.push_back(series[i].record.name);
    EXPECT_EQ(series[i].record.family, "self-test");
    EXPECT_EQ(series[i].record.method.overhead, "");
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre("empty_call/ranks:2", "empty_call/ranks:3", "empty_loop/ranks:3"));
}

TEST(Overhead, TheMedianOfTheEmptySeriesCountsOncePerMessage) {
  Case round_trip("ping_pong", Nothing);
  Case control("spin", Nothing);
  std::vector<Series> series = {SeriesOf(*round_trip.RoundTrip(), 2, {1e-6}), SeriesOf(*control.Control(), 2, {1e-6})};
  AddEmptySeries({"round-time", "tsc", {}, true}, series);
  EXPECT_EQ(OverheadOf(series[0], series), 0);  // not measured yet
  series[2].record.passes = {{{4e-8, 5e-8, 9e-8}, {}}};
  SubtractOverhead(series);
  EXPECT_DOUBLE_EQ(series[0].record.overhead_seconds, 2.5e-8);
  EXPECT_EQ(series[1].record.overhead_seconds, 0);
}

// An operation that is too short for the timer is measured in loops, and so is its overhead.
TEST(Overhead, SeriesMeasuredInLoopsHaveTheOverheadOfLoops) {
  Case collective("barrier", Nothing);
  std::vector<Series> series = {SeriesOf(*collective.Collective(), 1, {3e-8}), SeriesOf(collective, 2, {3e-7})};
  series[0].short_for_timer = true;
  AddEmptySeries({"round-time", "tsc", {}, true}, series);
  ASSERT_EQ(series.size(), 4u);
  for (std::size_t i = 2; i < series.size(); ++i) {
    const bool loop = series[i].record.name == "empty_loop/ranks:1";
    EXPECT_TRUE(loop || series[i].record.name == "empty_call/ranks:2");
    series[i].record.passes = {{{loop ? 1e-9 : 2e-8}, {}}};
  }
  SubtractOverhead(series);
  EXPECT_DOUBLE_EQ(series[0].record.overhead_seconds, 1e-9);
  EXPECT_DOUBLE_EQ(series[1].record.overhead_seconds, 2e-8);
}

TEST(Overhead, AFigureThatIsSmallerIsZeroAndNamed) {
  Case collective("barrier", Nothing);
  std::vector<Series> series = {SeriesOf(*collective.Collective(), 2, {1e-8, 2e-8, 3e-8})};
  AddEmptySeries({"round-time", "tsc", {}, true}, series);
  series[1].record.passes = {{{4e-8}, {4e-8}}};
  SubtractOverhead(series);
  LaunchRecord record;
  for (Series& one : series) {
    Summarize(one.record);
    record.series.push_back(one.record);
  }
  testing::internal::CaptureStderr();
  RecordOverhead(record);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("are shown as 0: barrier/ranks:2\n"));
  EXPECT_EQ(record.series[0].summary.median, 0);
  EXPECT_EQ(record.environment.context.at("below_overhead"), "barrier/ranks:2");
  EXPECT_EQ(record.environment.context.at("overhead"), "empty_call/ranks:2 40.000 ns");
}

}  // namespace
}  // namespace mpigauge
