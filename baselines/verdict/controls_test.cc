#include "baselines/compare/controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

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
