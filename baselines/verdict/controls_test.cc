#include "baselines/compare/controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <tuple>
#include <utility>

#include "baselines/compare/blocks.h"
#include "baselines/verdict/decide.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

const std::string kBcast = "bcast/bytes:8/ranks:2";
const std::string kSpin = "spin/operations:1000";

// Launches of 2%, controls of 0.5%, on a machine that is slower by machine(launch).
template <typename Machine>
Side MakeSide(const std::string& label, int launches, double factor, std::mt19937& random, Machine machine) {
  std::normal_distribution<double> normal;
  Side side{label, {}};
  for (int i = 0; i < launches; ++i) {
    const double slower = machine(i);
    side.launches.push_back(ExampleLaunch(label, i,
                                          {{kBcast, 1e-6 * factor * std::exp(slower + 0.02 * normal(random))},
                                           {kSpin, 2e-6 * std::exp(slower + 0.005 * normal(random))}}));
  }
  return side;
}

TEST(Controls, AMachineThatChangedIsSaidFirst) {
  std::mt19937 random(1);
  const Side before = MakeSide("old", 10, 1, random, [](int) { return 0.0; });
  const Side equal = MakeSide("equal", 10, 1, random, [](int) { return 0.0; });
  const Side slower = MakeSide("slower", 10, 1, random, [](int) { return 0.03; });
  EXPECT_FALSE(CompareAndDecide(before, equal, {}).control_movement.moved);
  EXPECT_EQ(CompareAndDecide(before, equal, {}).control_movement.controls, 1);
  const ControlMovement moved = CompareAndDecide(before, slower, {}).control_movement;
  EXPECT_TRUE(moved.moved);
  EXPECT_NEAR(moved.ratio, std::exp(0.03), 0.006);
  EXPECT_LT(moved.low, std::exp(0.03));
  EXPECT_GT(moved.high, std::exp(0.03));
  EXPECT_LT(moved.p, 1e-4);
}

// A clock that is 20% slow in the candidate's process, as in the second attack; launches of one circle see one machine.
TEST(Controls, ThatAreApartInLaunchesThatTookTurnsPassNothing) {
  for (const double factor : {1.0, 0.99, 0.8}) {
    std::mt19937 random(2);
    Side before = MakeSide("old", 10, 1, random, [](int) { return 0.0; });
    Side after = MakeSide("new", 10, factor, random, [&](int) { return std::log(factor); });
    CompareSettings settings;
    settings.method = WithinCircles();
    EXPECT_FALSE(CompareAndDecide(before, after, settings).control_movement.apart);  // the machine may have changed
    for (Side* side : {&before, &after}) {
      for (LaunchRecord& launch : side->launches) launch.settings["circle"] = launch.launch_index < 5 ? "one" : "two";
    }
    const Comparison comparison = CompareAndDecide(before, after, settings);
    EXPECT_EQ(comparison.control_movement.apart, factor == 0.8);
    EXPECT_EQ(comparison.verdict, factor == 0.8 ? Verdict::kInconclusive : Verdict::kPass) << factor;
    EXPECT_EQ(comparison.clock_doubts.size(), factor == 0.8 ? 1u : 0u);
  }
}

// The stated share: of equal libraries on launches that differ by far more than the limit.
TEST(Controls, AreApartByChanceInAtMostAFifthOfAlpha) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  constexpr int kComparisons = 2000;
  int apart = 0;
  for (int i = 0; i < kComparisons; ++i) {
    ControlDeviations deviations;
    deviations.controls = 1;
    for (int launch = 0; launch < 12; ++launch) {
      (launch < 6 ? deviations.baseline : deviations.candidate).push_back(0.5 * normal(random));
    }
    const Blocks circles = {{1, 1, 1, 2, 2, 2}, {1, 1, 1, 2, 2, 2}};
    apart += TestControls(deviations, circles, 0.05, 0.95).apart;
  }
  EXPECT_LE(apart, 34);  // of 20; a binomial count is above that in one of 1000 cases
}

// A launch in which the controls were not measured is no launch in which they took no time.
TEST(Controls, DeviationsAreMeansOverTheControlsOfALaunch) {
  Side before{
      "old",
      {ExampleLaunch("a", 0, {{kSpin, 1e-6}, {"spin/operations:2", 1e-6}}), ExampleLaunch("a", 1, {{kBcast, 1e-6}})}};
  Side after{"new", {ExampleLaunch("b", 0, {{kSpin, 1.1e-6}, {"spin/operations:2", 1.2e-6}})}};
  const ControlDeviations deviations =
      DeviationsOfControls(before, after, CollectSamples(before, {}), CollectSamples(after, {}));
  EXPECT_EQ(deviations.controls, 2);
  ASSERT_EQ(deviations.baseline.size(), 2U);
  EXPECT_TRUE(std::isnan(deviations.baseline[1]));
  EXPECT_NEAR(deviations.candidate[0] - deviations.baseline[0], (std::log(1.1) + std::log(1.2)) / 2, 1e-9);
  EXPECT_NEAR(deviations.candidate[0] + deviations.baseline[0], 0, 1e-9);
}

// Ten launches of each side that do not overlap: the two-sided p is 2 / 184756, times the number of controls.
SeriesComparison ControlThatMoved(double ratio, double tick_seconds) {
  SeriesComparison control;
  control.name = kSpin;
  control.tolerance = 0.25;
  control.ratio = ratio;
  control.baseline_median = control.candidate_median = 4;
  control.resolution_seconds = tick_seconds;
  for (int i = 0; i < 10; ++i) {
    control.baseline_seconds.push_back(4 + 0.001 * i);
    control.candidate_seconds.push_back(4 * ratio + 0.001 * i);
  }
  return control;
}

TEST(ControlNotes, OneThatMovedByMoreThanTheToleranceAndATickIsNoted) {
  struct Row {
    double ratio, tick_seconds;
    bool noted;
  };
  const Row rows[] = {{1.24, 0, false}, {1.26, 0, true}, {1.55, 1, false},
                      {1.57, 1, true},  {0.6, 1, true},  {0.7, 1, false}};
  for (const Row& row : rows) {
    const auto notes = ControlNotes({ControlThatMoved(row.ratio, row.tick_seconds)}, 0.05);
    EXPECT_EQ(notes.size(), row.noted ? 1U : 0U) << row.ratio << " " << row.tick_seconds;
  }
}

TEST(ControlNotes, AlphaIsSharedByAllControls) {
  for (const auto& [controls, part, noted] : {std::tuple(1, 1.01, 1), {1, 0.99, 0}, {2, 2.01, 2}, {2, 1.99, 0}}) {
    const auto notes = ControlNotes(
        std::vector<SeriesComparison>(static_cast<std::size_t>(controls), ControlThatMoved(2, 0)), part * 2 / 184756.0);
    EXPECT_EQ(notes.size(), static_cast<std::size_t>(noted)) << controls << " " << part;
  }
}

TEST(TestControls, ADifferenceOfATickOrOfChanceMovesNone) {
  ControlDeviations deviations;
  for (int i = 0; i < 10; ++i) {
    deviations.baseline.push_back(std::ldexp(i, -20));
    deviations.candidate.push_back(std::ldexp(i, -20) + 0.5);
  }
  EXPECT_FALSE(TestControls(deviations, {}, 0.05, 0.95).moved);  // there is no control
  deviations.controls = 1;
  for (const auto& [log_tick, alpha, moved] :
       {std::tuple(0.5, 0.05, false), {0.49, 0.05, true}, {0.0, 2.01 / 184756, true}, {0.0, 1.99 / 184756, false}}) {
    deviations.log_tick = log_tick;
    EXPECT_EQ(TestControls(deviations, {}, alpha, 0.95).moved, moved) << log_tick << " " << alpha;
  }
  std::swap(deviations.baseline, deviations.candidate);
  EXPECT_TRUE(TestControls(deviations, {}, 0.05, 0.95).moved);  // faster is a change, too
}

}  // namespace
}  // namespace mpigauge
