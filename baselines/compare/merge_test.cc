#include "baselines/compare/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

std::vector<LaunchRecord> Three() {
  return {ExampleLaunch("run", 0, {{"bcast/bytes:8/ranks:2", 2e-6}, {"spin", 1e-6}}),
          ExampleLaunch("run", 1, {{"bcast/bytes:8/ranks:2", 9e-6}}),
          ExampleLaunch("run", 2, {{"bcast/bytes:8/ranks:2", 3e-6}})};
}

// SKaMPI's way: the median of the launches, which one of them that was disturbed does not move.
TEST(MergeLaunches, TakesTheMedianOfEachSeries) {
  const auto launches = Three();
  const auto merged = MergeLaunches(launches, "median");
  ASSERT_THAT(merged, SizeIs(2));
  EXPECT_EQ(merged[0].series->name, "bcast/bytes:8/ranks:2");
  EXPECT_DOUBLE_EQ(merged[0].seconds, 3e-6);
  EXPECT_THAT(merged[0].launches_seconds, ElementsAre(2e-6, 9e-6, 3e-6));
  EXPECT_NEAR(merged[0].relative_deviation, 0.811, 0.001);
  EXPECT_EQ(merged[0].late, 3);
  EXPECT_THAT(merged[1].launches_seconds, SizeIs(1));
}

TEST(MergeLaunches, OtherFiguresMergeAlike) {
  const auto launches = Three();
  EXPECT_DOUBLE_EQ(MergeLaunches(launches, "minimum")[0].seconds, 0.9 * 3e-6);
  EXPECT_NEAR(MergeLaunches(launches, "p99")[0].seconds, 1.196 * 3e-6, 1e-15);  // 98% of the way from 1 to 1.2
  EXPECT_THROW(MergeLaunches(launches, "mode"), Error);
}

TEST(MergeLaunches, SeriesOfAnotherMethodStayApart) {
  auto launches = Three();
  launches[1].series[0].method.overhead = "subtracted";
  const auto merged = MergeLaunches(launches, "median");
  ASSERT_THAT(merged, SizeIs(3));
  EXPECT_DOUBLE_EQ(merged[0].seconds, 2.5e-6);
}

TEST(MergeLaunches, FaultsAreCountedAndWrongTimesAreNot) {
  auto launches = Three();
  launches[1].series[0].fault = Fault{FaultKind::kClocksApart, 1, "apart"};
  launches[2].series[0] = SeriesRecord(launches[2].series[0]);
  launches[2].series[0].passes.clear();
  launches[2].series[0].fault = Fault{FaultKind::kError, 0, "on purpose"};
  Summarize(launches[2].series[0]);
  const auto merged = MergeLaunches(launches, "median");
  EXPECT_THAT(merged[0].launches_seconds, ElementsAre(2e-6));
  EXPECT_THAT(merged[0].faults, SizeIs(2));
  launches.erase(launches.begin(), launches.begin() + 2);
  EXPECT_TRUE(std::isnan(MergeLaunches(launches, "median")[0].seconds));
}

// 10^5 series took a minute when each was looked for among all of them.
TEST(MergeLaunches, ManySeriesTakeTimeInProportion) {
  const LaunchRecord one = ExampleLaunch("run", 0, {{"bcast/bytes:8/ranks:2", 2e-6}});
  std::vector<LaunchRecord> launches(2, one);
  for (LaunchRecord& launch : launches) {
    launch.series.assign(100'000, one.series[0]);
    for (std::size_t i = 0; i < launch.series.size(); ++i) launch.series[i].name = "bcast/bytes:" + std::to_string(i);
  }
  const auto begin = std::chrono::steady_clock::now();
  const auto merged = MergeLaunches(launches, "median");
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  ASSERT_THAT(merged, SizeIs(100'000));
  EXPECT_EQ(merged[99'999].series->name, "bcast/bytes:99999");
  EXPECT_THAT(merged[99'999].launches_seconds, SizeIs(2));
  EXPECT_LT(taken.count(), 10);
}

}  // namespace
}  // namespace mpigauge
