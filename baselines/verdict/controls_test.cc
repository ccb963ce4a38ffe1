#include "baselines/compare/controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

}  // namespace
}  // namespace mpigauge
