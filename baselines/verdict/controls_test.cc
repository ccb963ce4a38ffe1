#include "baselines/compare/controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "baselines/methods/methods.h"
#include "baselines/verdict/decide.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

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

CompareSettings Adjusted() {
  CompareSettings settings;
  settings.method = AdjustedForControls();
  return settings;
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
      DeviationsOfControls(before, after, CollectSamples(before, false, {}), CollectSamples(after, false, {}));
  EXPECT_EQ(deviations.controls, 2);
  ASSERT_EQ(deviations.baseline.size(), 2U);
  EXPECT_TRUE(std::isnan(deviations.baseline[1]));
  EXPECT_NEAR(deviations.candidate[0] - deviations.baseline[0], (std::log(1.1) + std::log(1.2)) / 2, 1e-9);
  EXPECT_NEAR(deviations.candidate[0] + deviations.baseline[0], 0, 1e-9);
}

// The machine is 3% slower in two of ten launches of one side and in eight of the other: the raw ratio says that the
// library is, the adjusted one does not.
TEST(Controls, AMachineSlowerInHalfOfTheLaunchesIsAdjustedFor) {
  std::mt19937 random(2);
  double raw = 0;
  double adjusted = 0;
  double slowed = 0;
  constexpr int kTimes = 200;
  int flagged_raw = 0;
  int flagged = 0;
  for (int i = 0; i < kTimes; ++i) {
    const Side before = MakeSide("old", 10, 1, random, [](int launch) { return launch < 2 ? 0.03 : 0.0; });
    const auto eight = [](int launch) { return launch < 8 ? 0.03 : 0.0; };
    const SeriesComparison one = CompareAndDecide(before, MakeSide("new", 10, 1, random, eight), Adjusted()).series[0];
    raw += std::log(one.raw_ratio) / kTimes;
    adjusted += std::log(one.ratio) / kTimes;
    flagged += one.p_slower <= 0.025;
    const Comparison other = CompareAndDecide(before, MakeSide("new", 10, 1.1, random, eight), Adjusted());
    slowed += std::log(other.series[0].ratio) / kTimes;
    flagged_raw += CompareAndDecide(before, MakeSide("new", 10, 1, random, eight), {}).series[0].p_slower <= 0.025;
  }
  EXPECT_NEAR(raw, 0.018, 0.004);
  EXPECT_NEAR(adjusted, 0, 0.003);
  EXPECT_NEAR(slowed, std::log(1.1), 0.003);
  EXPECT_LE(flagged, 13);      // 2.5%, and four standard errors
  EXPECT_GT(flagged_raw, 40);  // what it is for
}

TEST(Controls, AreAdjustedForWhereThereAreSome) {
  const auto message = [](const Side& side, const CompareSettings& settings) -> std::string {
    try {
      CompareAndDecide(side, side, settings);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const Side without{"x", {ExampleLaunch("x", 0, {{kBcast, 1e-6}})}};
  EXPECT_THAT(message(without, Adjusted()), HasSubstr("no controls to adjust for"));
}

}  // namespace
}  // namespace mpigauge
