#include "ci/gate/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mpigauge {
namespace {

using testing::ElementsAre;

SeriesRecord Result(const std::string& name, double median) {
  SeriesRecord series;
  series.name = name;
  series.summary.count = 1;
  series.summary.median = median;
  return series;
}

LaunchRecord Launch(const std::string& run, std::vector<SeriesRecord> series) {
  LaunchRecord launch;
  launch.run_id = run;
  launch.series = std::move(series);
  return launch;
}

TEST(SuiteOf, HasTheTestableSeriesWithTheirFamilies) {
  Comparison comparison;
  comparison.series.resize(2);
  comparison.series[0].name = "bcast/bytes:8";
  comparison.series[0].case_name = "bcast";
  comparison.series[0].parameters = {{"bytes", 8}};
  comparison.series[0].tolerance = 0.03;
  comparison.series[0].baseline_median = 3e-8;
  comparison.series[0].candidate_median = 4e-8;
  comparison.series[0].resolution_seconds = 1e-8;
  comparison.series[1].name = "wrong";
  comparison.series[1].broken = Broken::kWrongData;
  const auto suite = SuiteOf(comparison);
  ASSERT_EQ(suite.size(), 1u);
  EXPECT_EQ(suite[0].tolerance, 0.03);
  EXPECT_DOUBLE_EQ(suite[0].log_tick, std::log(4 / 3.0));
  EXPECT_THAT(suite[0].families, ElementsAre("bcast over bytes"));
}

TEST(LogsOf, AreInTheOrderOfTheNamesWithGaps) {
  SeriesRecord apart = Result("b", 2);
  apart.fault = Fault{FaultKind::kClocksApart, 1, ""};
  const auto logs = LogsOf({Launch("r", {Result("b", 2), Result("a", 1)}), Launch("r", {apart})}, {"a", "b"});
  ASSERT_EQ(logs.size(), 2u);
  EXPECT_THAT(logs[0], ElementsAre(0, std::log(2)));
  EXPECT_TRUE(std::isnan(logs[1][0]));
  EXPECT_TRUE(std::isnan(logs[1][1]));
}

// The fastest observation is one reading: where the timer counts tens of nanoseconds, all ten count.
TEST(FloorsOf, AreOfLaunchesThatTookTurnsWithTheirWholeTick) {
  SeriesRecord series = Result("a", 3e-7);
  series.summary.minimum = 2e-7;
  series.tick_seconds = 1e-8;
  LaunchRecord turning = Launch("r", {series});
  turning.settings["circle"] = "c";
  series.tick_seconds = 4e-8;
  series.operations_per_observation = 2;
  LaunchRecord coarser = Launch("s", {series});
  coarser.settings["circle"] = "c";
  const Floors floors = FloorsOf({turning, Launch("r", {series})}, {coarser}, {"a", "b"});
  EXPECT_DOUBLE_EQ(floors.baseline[0][0], std::log(2e-7));
  EXPECT_TRUE(std::isnan(floors.baseline[1][0]));
  ASSERT_EQ(floors.log_ticks.size(), 2u);
  EXPECT_DOUBLE_EQ(floors.log_ticks[0], std::log(1.1));
  EXPECT_EQ(floors.log_ticks[1], 0);
}

TEST(AddRunValues, OneForEachRunInOrder) {
  std::vector<SuiteSeries> suite = {{"a", 0.05, {}, {}}};
  AddRunValues({Launch("r", {Result("a", 2)}), Launch("r", {Result("a", 8)}), Launch("s", {Result("b", 1)})}, suite);
  ASSERT_EQ(suite[0].run_values.size(), 2u);
  EXPECT_NEAR(suite[0].run_values[0], std::log(4), 1e-12);  // the middle of two
  EXPECT_TRUE(std::isnan(suite[0].run_values[1]));
}

// Runs of eight launches whose times follow the reference `handover`, if at all, with its square root.
std::vector<LaunchRecord> RunsInStates(int first, int count, bool follows) {
  std::vector<LaunchRecord> launches;
  for (int i = 0; i < 8 * count; ++i) {
    const double handover = 1e-7 * (1 + (i * 5 + first) % 8);
    SeriesRecord series = Result("a", 1e-3 * (follows ? std::sqrt(handover) : 1 + 0.01 * (i % 3)));
    series.passes.resize(1);
    series.passes[0].references = {{.handover = handover}, {.handover = handover}};
    launches.push_back(Launch("run " + std::to_string(first + i / 8), {series}));
  }
  return launches;
}

TEST(AddRunsInOneState, KeepsWhatWasMeasuredWhereAStateWasTakenOut) {
  for (const bool follows : {true, false}) {
    const std::vector<LaunchRecord> stored = RunsInStates(0, 5, follows);
    const std::vector<LaunchRecord> fresh = RunsInStates(9, 1, follows);
    std::vector<SuiteSeries> measured = {{"a", 0.05, {}, {}}};
    AddRunValues(stored, measured);
    AddRunValues(fresh, measured);
    std::vector<SuiteSeries> suite = {{"a", 0.05, {}, {}}};
    const std::vector<LaunchLogs> logs = AddRunsInOneState(stored, fresh, suite);
    EXPECT_EQ(suite[0].state.taken_out, follows);
    ASSERT_EQ(suite[0].run_values.size(), 5U);
    ASSERT_EQ(logs.size(), 8U);
    if (!follows) {
      EXPECT_TRUE(suite[0].measured_values.empty());
      EXPECT_EQ(suite[0].run_values[4], measured[0].run_values[4]);
      continue;
    }
    EXPECT_EQ(suite[0].measured_values, measured[0].run_values);  // five of stored runs, and that of the new one
    for (const LaunchLogs& launch : logs) EXPECT_NEAR(launch[0], suite[0].run_values[0], 1e-9);  // nothing else varies
  }
}

TEST(CirclesOf, AreThoseOfEachLaunch) {
  LaunchRecord turning = Launch("r", {});
  turning.settings["circle"] = "c";
  const Circles circles = CirclesOf({turning, Launch("r", {})}, {Launch("s", {}), turning});
  EXPECT_THAT(circles.baseline, ElementsAre("c", ""));
  EXPECT_THAT(circles.candidate, ElementsAre("", "c"));
  EXPECT_THAT(NamesOf({{"a", 0.05, {}, {}}, {"b", 0.05, {}, {}}}, {1, 0}), ElementsAre("b", "a"));
}

}  // namespace
}  // namespace mpigauge
