#include "baselines/compare/without_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;

LaunchRecord DiedIn(int index, const std::string& series, FaultKind kind) {
  LaunchRecord launch = ExampleLaunch("new", index, {{series, 1e-6}});
  launch.status = LaunchStatus::kCrashed;
  launch.series[0].fault = Fault{kind, 1, "in launch " + std::to_string(index)};
  return launch;
}

TEST(CompareWithLost, NamesTheOperationsThatLaunchesDiedIn) {
  const Side before{"old", {ExampleLaunch("old", 0, {{"bcast", 1e-6}})}};
  Side after{"new", {}};
  after.lost = {DiedIn(0, "reduce", FaultKind::kHang),    DiedIn(1, "bcast", FaultKind::kCrash),
                DiedIn(2, "bcast", FaultKind::kHang),     DiedIn(3, "gather", FaultKind::kError),
                DiedIn(4, "scan", FaultKind::kWrongData), DiedIn(5, "scan", FaultKind::kCrash)};
  after.lost.emplace_back().status = LaunchStatus::kFailed;  // it never began
  const Comparison comparison = CompareWithLost(before, after, {});
  ASSERT_EQ(comparison.series.size(), 3U);
  EXPECT_EQ(comparison.series[0].broken, Broken::kWrongData);
  EXPECT_EQ(comparison.series[0].why_broken, "wrong data on rank 1: in launch 4");
  EXPECT_EQ(comparison.series[1].broken, Broken::kDoesNotWork);
  EXPECT_EQ(comparison.series[1].why_broken,
            "no launch of the candidate finished, and 2 of 7 ended in this series; crash: in launch 1");
  EXPECT_THAT(comparison.series[2].why_broken, HasSubstr("1 of 7 ended in this series; hang: in launch 0"));
  EXPECT_EQ(comparison.candidate, "new");
  EXPECT_EQ(comparison.alpha, 0.05);
  EXPECT_EQ(comparison.confidence, 0.95);
}

TEST(CompareWithLost, AnotherEnvironmentIsNotCompared) {
  const Side before{"old", {ExampleLaunch("old", 0, {{"bcast", 1e-6}})}};
  Side after{"new", {}};
  after.lost = {DiedIn(0, "bcast", FaultKind::kCrash)};
  after.lost[0].environment.key["ranks"] = "4";
  EXPECT_THROW(CompareWithLost(before, after, {}), Error);
  CompareSettings allowing;
  allowing.allowed_fields = {"ranks"};
  EXPECT_EQ(CompareWithLost(before, after, allowing).allowed_differences.size(), 1U);
}

TEST(TakeWrongData, TakesTheTimesOfBothSidesAwayButForControlsAndSelfTests) {
  const LaunchRecord launch = ExampleLaunch("run", 0, {{"bcast", 1e-6}, {"gather", 1e-6}, {"spin", 1e-6}});
  const Side before{"old", {launch}};
  Side after{"new", {launch}};
  for (const std::size_t wrong : {0U, 2U}) after.launches[0].series[wrong].fault = Fault{FaultKind::kWrongData, 3, "x"};
  Samples samples[2] = {CollectSamples(before, {}), CollectSamples(after, {})};
  const auto taken = TakeWrongData(after, samples[0], samples[1]);
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].name, "bcast");
  for (const Samples& left : samples) EXPECT_THAT(left, ElementsAre(Key("gather"), Key("spin")));
  EXPECT_THAT(WrongDataNotes(before, after), ElementsAre("spin: wrong data in the candidate, on rank 3: x"));
  after.launches[0].series[0].family = "self-test";
  EXPECT_THAT(TakeWrongData(after, samples[0], samples[1]), IsEmpty());
}

TEST(WithoutTimes, KeepsWhatIsKnownBesidesTimes) {
  SeriesComparison series;
  series.name = "bcast";
  series.ratio = series.p_adjusted = series.baseline_median = 1;
  series.missing.candidate = {1, 2};
  series.suspects = {"pml ob1 -> ucx"};
  const SeriesComparison without = WithoutTimes(series, Broken::kNoTimes, "why");
  EXPECT_FALSE(without.HasTimes());
  EXPECT_EQ(without.why_broken, "why");
  EXPECT_THAT(without.missing.candidate, ElementsAre(1, 2));
  EXPECT_THAT(without.suspects, ElementsAre("pml ob1 -> ucx"));
  for (const double figure :
       {without.ratio, without.low, without.high, without.level, without.p_slower, without.p_adjusted,
        without.p_faster_adjusted, without.baseline_median, without.candidate_median, without.local_ratio}) {
    EXPECT_TRUE(std::isnan(figure));
  }
}

}  // namespace
}  // namespace mpigauge
