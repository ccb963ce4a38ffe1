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

}  // namespace
}  // namespace mpigauge
