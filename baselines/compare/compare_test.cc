#include "baselines/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(HasFigure, ATimeCountsUnlessClocksWereApartOrTheLaunchEndedInAnError) {
  struct Row {
    std::int64_t count;
    double median;
    std::optional<FaultKind> fault;
    bool has;
  };
  const Row rows[] = {{1, 1e-9, std::nullopt, true},       {0, 1e-9, std::nullopt, false},
                      {1, 0, std::nullopt, false},         {1, 1e-9, FaultKind::kWrongData, true},
                      {1, 1e-9, FaultKind::kError, false}, {1, 1e-9, FaultKind::kClocksApart, false}};
  for (const Row& row : rows) {
    SeriesRecord series;
    series.summary.count = row.count;
    series.summary.median = row.median;
    if (row.fault) series.fault = Fault{*row.fault, 0, ""};
    EXPECT_EQ(HasFigure(series), row.has) << &row - rows;
  }
}

TEST(LogObservations, TheWarmUpIsLeftOutAndNothingIsAPicosecond) {
  SeriesRecord series = ExampleLaunch("a", 0, {{"bcast", 1e-6}}).series[0];
  series.overhead_seconds = 0.95e-6;
  const double picosecond = std::log(1e-12);
  const auto near = [](double log) { return DoubleNear(log, 1e-6); };
  EXPECT_THAT(LogObservations(series), ElementsAre(near(picosecond), near(std::log(0.05e-6)), near(std::log(0.25e-6))));
  series.warm_up_observations = 1;
  EXPECT_THAT(LogObservations(series), ElementsAre(near(std::log(0.05e-6)), near(std::log(0.25e-6))));
  series.warm_up_observations = 7;
  EXPECT_THAT(LogObservations(series), ElementsAre());
}

// Ten launches of each side that do not overlap have p 1 / 184756; of two series Holm makes twice that, and the control
// is by itself.
TEST(Compare, PIsCorrectedOverTheSeriesInBothDirections) {
  Side sides[2] = {{"old", {}}, {"new", {}}};
  for (int i = 0; i < 10; ++i) {
    const double time = 1e-6 * (1 + 1e-4 * i);
    sides[0].launches.push_back(ExampleLaunch("a", i, {{"bcast", time}, {"gather", time}, {"spin", time}}));
    sides[1].launches.push_back(ExampleLaunch("b", i, {{"bcast", 2 * time}, {"gather", time / 2}, {"spin", 3 * time}}));
  }
  EXPECT_THAT(SeriesOf(sides[0]), ElementsAre("bcast", "gather", "spin"));
  const Comparison comparison = Compare(sides[0], sides[1], {});
  ASSERT_EQ(comparison.series.size(), 2U);
  EXPECT_NEAR(comparison.series[0].p_slower, 1 / 184756.0, 1e-12);
  EXPECT_NEAR(comparison.series[0].p_adjusted, 2 / 184756.0, 1e-12);
  EXPECT_EQ(comparison.series[0].p_faster_adjusted, 1);
  EXPECT_EQ(comparison.series[1].p_adjusted, 1);
  EXPECT_NEAR(comparison.series[1].p_faster_adjusted, 2 / 184756.0, 1e-12);
  EXPECT_NEAR(comparison.series[1].floor.ratio, 0.5, 1e-9);
  EXPECT_NEAR(comparison.series[0].tail.ratio, 2, 1e-9);
  ASSERT_EQ(comparison.controls.size(), 1U);
  EXPECT_NEAR(comparison.controls[0].p_adjusted, 1 / 184756.0, 1e-12);
  EXPECT_TRUE(comparison.control_movement.moved);
}

}  // namespace
}  // namespace mpigauge
