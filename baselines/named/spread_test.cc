#include "baselines/named/spread.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::SizeIs;

// `observations` around a run's and a launch's own level, all on the log scale.
LaunchRecord Launch(const std::string& run, int index, double level, int observations, double sd,
                    std::mt19937& random) {
  LaunchRecord launch = ExampleLaunch(run, index, {{"allreduce/bytes:8/ranks:2", 1e-6}});
  std::normal_distribution<double> noise(level, sd);
  SeriesRecord& series = launch.series[0];
  series.passes = {Pass()};
  for (int i = 0; i < observations; ++i)
    series.passes[0].observations_seconds.push_back(1e-6 * std::exp(noise(random)));
  series.passes[0].local_seconds = series.passes[0].observations_seconds;
  Summarize(series);
  return launch;
}

// The tests of stats check the estimates themselves. Here, launches and runs must be told apart, and logarithms must be
// taken: 3% between runs, 2% between launches, 1% within them, 60 runs of 5 launches. Bounds: four standard errors, s /
// sqrt(2 n) for each level.
TEST(Spread, FindsWhatWasPutInto) {
  std::mt19937 random(1);
  std::normal_distribution<double> of_runs(0, 0.03);
  std::normal_distribution<double> of_launches(0, 0.02);
  SpreadCollector collector;
  for (int run = 0; run < 60; ++run) {
    const double level = of_runs(random);
    std::vector<LaunchRecord> launches;
    for (int i = 0; i < 5; ++i) {
      launches.push_back(Launch("run-" + std::to_string(run), i, level + of_launches(random), 20, 0.01, random));
    }
    collector.AddRun(launches);
  }
  const auto all = collector.Series();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].runs, 60u);
  EXPECT_EQ(all[0].launches, 300u);
  EXPECT_EQ(all[0].observations, 6000);
  EXPECT_EQ(all[0].name, "allreduce/bytes:8/ranks:2");
  EXPECT_EQ(all[0].family, "collective");
  EXPECT_NEAR(all[0].median_seconds, 1e-6, 0.03e-6);
  EXPECT_NEAR(all[0].between_runs, 0.03, 4 * 0.03 / std::sqrt(2.0 * 60));
  EXPECT_NEAR(all[0].between_launches, 0.02, 4 * 0.02 / std::sqrt(2.0 * 240));
  EXPECT_NEAR(all[0].between_observations, 0.01, 4 * 0.01 / std::sqrt(2.0 * 5700));
}

TEST(Spread, OneRunDoesNotKnowHowMuchRunsDiffer) {
  std::mt19937 random(2);
  SpreadCollector collector;
  collector.AddRun({Launch("run", 0, 0, 5, 0.01, random), Launch("run", 1, 0.1, 5, 0.01, random)});
  const SeriesSpread one = collector.Series().at(0);
  EXPECT_TRUE(std::isnan(one.between_runs));
  EXPECT_GT(one.between_launches, 0.01);
  EXPECT_TRUE(std::isnan(MedianSpread({one}).between_runs));
  EXPECT_EQ(MedianSpread({one}).between_launches, one.between_launches);
}

TEST(Spread, AChangedBenchmarkIsAnotherSeries) {
  std::mt19937 random(3);
  SpreadCollector collector;
  collector.AddRun({Launch("a", 0, 0, 5, 0.01, random)});
  LaunchRecord changed = Launch("b", 0, 1, 5, 0.01, random);
  changed.series[0].case_version = 2;
  collector.AddRun({changed});
  const auto all = collector.Series();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_TRUE(std::isnan(all[0].between_runs));
}

TEST(Spread, SeriesWithoutTimesAreLeftOut) {
  std::mt19937 random(4);
  LaunchRecord launch = Launch("a", 0, 0, 5, 0.01, random);
  launch.series[0].fault = Fault{FaultKind::kClocksApart, 0, "x"};
  SpreadCollector collector;
  collector.AddRun({launch});
  EXPECT_THAT(collector.Series(), SizeIs(0));
}

TEST(Spread, TheMedianIsOverTheLibrarysSeries) {
  SeriesSpread slow{"a", "collective", 2, 4, 40, 1e-6, 0.02, 0.02, 0.02};
  SeriesSpread quiet{"b", "collective", 2, 4, 40, 1e-6, 0.01, std::nan(""), 0.01};
  SeriesSpread control{"spin", "control", 2, 4, 40, 1e-6, 0.5, 0.5, 0.5};
  const SeriesSpread median = MedianSpread({slow, quiet, control});
  EXPECT_DOUBLE_EQ(median.between_runs, 0.015);
  EXPECT_DOUBLE_EQ(median.between_launches, 0.02);
  EXPECT_DOUBLE_EQ(median.between_observations, 0.015);
}

}  // namespace
}  // namespace mpigauge
