#include "baselines/compare/turn_alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "record/testing.h"

namespace mpigauge {
namespace {

constexpr const char* kSeries = "allreduce/bytes:8/ranks:2";

// A launch whose passes have these medians, in seconds.
LaunchRecord Launch(const std::string& circle, const std::vector<double>& passes) {
  LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
  if (!circle.empty()) launch.settings["circle"] = circle;
  SeriesRecord& series = launch.series[0];
  series.passes.clear();
  for (const double median : passes) {
    Pass pass;
    pass.observations_seconds = {0.99 * median, median, 1.02 * median};
    pass.local_seconds = pass.observations_seconds;
    series.passes.push_back(pass);
  }
  Summarize(series);
  return launch;
}

double Median(const LaunchRecord& launch) { return launch.series[0].summary.median; }

// The machine is twice as slow in the second half of a circle, and three times in the whole of the second circle; the
// candidate is 5% slower.
TEST(TurnAlignment, RemovesTheDriftOfTheMachineAndKeepsTheDifference) {
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6, 1e-6, 2e-6, 2e-6}), Launch("b", {3e-6, 3e-6, 6e-6, 6e-6})};
  std::vector<LaunchRecord> candidate = {Launch("a", {1.05e-6, 1.05e-6, 2.1e-6, 2.1e-6}),
                                         Launch("b", {3.15e-6, 3.15e-6, 6.3e-6, 6.3e-6})};
  TurnAlignment().Align(baseline, candidate);
  EXPECT_NEAR(Median(candidate[0]) / Median(baseline[0]), 1.05, 1e-9);
  EXPECT_NEAR(Median(candidate[1]) / Median(baseline[1]), 1.05, 1e-9);
  EXPECT_NEAR(Median(baseline[1]) / Median(baseline[0]), 1, 1e-9);
  EXPECT_NEAR(candidate[0].series[0].local_summary.median / baseline[0].series[0].local_summary.median, 1.05, 1e-9);
}

TEST(TurnAlignment, APassThatWasDisturbedForOneLaunchAloneDoesNotCount) {
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6, 1e-6, 9e-6, 1e-6, 1e-6}),
                                        Launch("a", {1e-6, 1e-6, 1e-6, 1e-6, 1e-6})};
  std::vector<LaunchRecord> candidate = {Launch("a", {1e-6, 1e-6, 1e-6, 1e-6, 1e-6}),
                                         Launch("a", {1e-6, 1e-6, 1e-6, 1e-6, 1e-6})};
  TurnAlignment().Align(baseline, candidate);
  for (const auto* side : {&baseline, &candidate}) {
    for (const LaunchRecord& launch : *side) EXPECT_NEAR(Median(launch), 1e-6, 1e-15);
  }
}

// A launch keeps its own part: that is what launches are for.
TEST(TurnAlignment, LaunchesKeepWhatIsTheirOwn) {
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6, 2e-6}), Launch("a", {1.2e-6, 2.4e-6})};
  std::vector<LaunchRecord> candidate = {Launch("a", {1.1e-6, 2.2e-6}), Launch("a", {1.3e-6, 2.6e-6})};
  TurnAlignment().Align(baseline, candidate);
  EXPECT_NEAR(Median(baseline[1]) / Median(baseline[0]), 1.2, 1e-9);
  EXPECT_NEAR(Median(candidate[1]) / Median(baseline[0]), 1.3, 1e-9);
}

// The fastest observation of each pass, of which the helper above makes 0.99 of the median.
TEST(TurnAlignment, TheMinimumBecomesTheFloorOfThePasses) {
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6, 2e-6, 3e-6}), Launch("a", {1.2e-6, 2.4e-6, 3.6e-6})};
  std::vector<LaunchRecord> candidate = {Launch("a", {1e-6, 2e-6, 3e-6}), Launch("a", {1e-6, 2e-6, 3e-6})};
  candidate[0].series[0].passes[1].observations_seconds[0] = 0.1e-6;  // of one pass alone: does not count
  TurnAlignment().Align(baseline, candidate);
  const auto floor = [](const LaunchRecord& launch) { return launch.series[0].summary.minimum; };
  EXPECT_NEAR(floor(baseline[1]) / floor(baseline[0]), 1.2, 1e-9);
  EXPECT_NEAR(floor(candidate[0]) / floor(candidate[1]), 1, 1e-9);
  EXPECT_NEAR(floor(candidate[1]), 0.99 * Median(candidate[1]), 1e-15);
}

// A level that follows the side with more launches would move with the counts.
TEST(TurnAlignment, ALostLaunchDoesNotMoveTheOthers) {
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6}), Launch("a", {1e-6}), Launch("b", {1e-6})};
  std::vector<LaunchRecord> candidate = {Launch("a", {2e-6}), Launch("b", {2e-6}), Launch("b", {2e-6})};
  TurnAlignment().Align(baseline, candidate);
  for (const LaunchRecord& launch : baseline) EXPECT_NEAR(Median(launch), 1e-6, 1e-15);
  for (const LaunchRecord& launch : candidate) EXPECT_NEAR(Median(launch), 2e-6, 1e-15);
}

TEST(TurnAlignment, LaterCirclesComeToTheLevelOfTheFirstOne) {
  TurnAlignment alignment;
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6})};
  std::vector<LaunchRecord> candidate = {Launch("a", {1e-6})};
  alignment.Align(baseline, candidate);
  std::vector<LaunchRecord> later_baseline = {Launch("b", {4e-6})};
  std::vector<LaunchRecord> later_candidate = {Launch("b", {4e-6})};
  alignment.Align(later_baseline, later_candidate);
  EXPECT_NEAR(Median(later_candidate[0]), 1e-6, 1e-15);
}

TEST(TurnAlignment, LaunchesOfOneSideAndThoseThatWereAloneAreLeftAlone) {
  std::vector<LaunchRecord> baseline = {Launch("a", {1e-6}), Launch("", {3e-6})};
  std::vector<LaunchRecord> candidate = {Launch("b", {2e-6})};
  TurnAlignment().Align(baseline, candidate);
  EXPECT_EQ(Median(baseline[0]), 1e-6);
  EXPECT_EQ(Median(baseline[1]), 3e-6);
  EXPECT_EQ(Median(candidate[0]), 2e-6);
}

// Launches of 1% in passes that the machine moves by 30%: what is left is the launches' 1% and what the passes' own
// noise of 2% leaves of them, sqrt(1 + pi / 2 * 4 / 40) = 1.08%; without alignment it is sqrt(1 + pi / 2 * 904 / 40) =
// 6%.
TEST(TurnAlignment, LeavesTheDeviationOfLaunchesAndTheirOwnNoise) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  double squares = 0;
  int count = 0;
  for (int circle = 0; circle < 100; ++circle) {
    std::vector<double> machine(40);
    for (double& pass : machine) pass = 0.3 * normal(random);
    std::vector<LaunchRecord> sides[2];
    for (auto& side : sides) {
      for (int launch = 0; launch < 6; ++launch) {
        const double own = 0.01 * normal(random);
        std::vector<double> passes;
        for (const double pass : machine) passes.push_back(1e-6 * std::exp(own + pass + 0.02 * normal(random)));
        side.push_back(Launch("c", passes));
      }
    }
    TurnAlignment().Align(sides[0], sides[1]);
    for (const auto& side : sides) {
      double mean = 0;
      for (const LaunchRecord& launch : side) mean += std::log(Median(launch)) / 6;
      for (const LaunchRecord& launch : side) squares += std::pow(std::log(Median(launch)) - mean, 2);
      count += 5;
    }
  }
  EXPECT_NEAR(std::sqrt(squares / count), 0.0108, 0.0008);  // 1000 degrees of freedom: three standard deviations
}

}  // namespace
}  // namespace mpigauge
