#include "baselines/history/movement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "baselines/history/change_point.h"

namespace mpigauge {
namespace {

using Kind = Movement::Kind;

std::vector<double> Noise(std::mt19937_64& random, std::size_t n) {
  std::normal_distribution<double> normal(0, 0.01);
  std::vector<double> values(n);
  for (double& value : values) value = normal(random);
  return values;
}

std::vector<Movement> Find(const std::vector<double>& values) {
  return FindMovements(values, EDivisive().Find(values), {});
}

TEST(LineTest, GoesThroughValuesThatLieOnOne) {
  const Line line = FitLine(std::vector<double>{1, 3, 5, 7});
  EXPECT_DOUBLE_EQ(line.start, 1);
  EXPECT_DOUBLE_EQ(line.slope, 2);
  EXPECT_NEAR(line.squares, 0, 1e-24);
  // By hand: sum of (t - 1.5)(x - 1.5) is 4, of (t - 1.5)^2 5; distances -0.3, 0.9, -0.9, 0.3.
  const Line other = FitLine(std::vector<double>{0, 2, 1, 3});
  EXPECT_NEAR(other.slope, 0.8, 1e-12);
  EXPECT_NEAR(other.start, 0.3, 1e-12);
  EXPECT_NEAR(other.squares, 1.8, 1e-12);
  EXPECT_DOUBLE_EQ(FitLine(std::vector<double>{4}).start, 4);
}

TEST(MovementTest, AStepHasItsSizeAndWhatStandsOnItsSides) {
  const std::vector<double> values = {1, 1, 1, 1.1, 1, 2, 2, 2, 2, 1.9};
  const auto movements = FindMovements(values, {{5, 0.001}}, {});
  ASSERT_EQ(movements.size(), 1u);
  EXPECT_EQ(movements[0].kind, Kind::kStep);
  EXPECT_EQ(movements[0].begin, 5u);
  EXPECT_EQ(movements[0].end, 6u);
  EXPECT_DOUBLE_EQ(movements[0].change, 1);
  EXPECT_DOUBLE_EQ(movements[0].p_value, 0.001);
  EXPECT_EQ(movements[0].before, 5u);
  EXPECT_EQ(movements[0].after, 5u);
}

// Without the small step in between, the two sides of the large one are longer.
TEST(MovementTest, SmallStepsAreDroppedAndTheirNeighborsMeasuredAnew) {
  std::vector<double> values(9, 1.0);
  values.resize(18, 1.005);
  values.resize(27, 2.0);
  const auto movements = FindMovements(values, {{9, 0.001}, {18, 0.001}}, {.smallest_change = 0.01});
  ASSERT_EQ(movements.size(), 1u);
  EXPECT_EQ(movements[0].begin, 18u);
  EXPECT_EQ(movements[0].before, 18u);
  EXPECT_DOUBLE_EQ(movements[0].change, 2 - (1 + 1.005) / 2);
}

TEST(MovementTest, NothingInNothing) {
  EXPECT_TRUE(FindMovements({}, {}, {}).empty());
  EXPECT_TRUE(FindMovements(std::vector<double>(30, 1.0), {}, {}).empty());
}

// Rising values whose distances from the line change their sign each time: by hand, the slope is 1 + 1.25 / 82.5, and
// all 45 pairs are in order.
TEST(MovementTest, ATrendIsLookedForFromTenValuesOn) {
  std::vector<double> values;
  for (int i = 0; i < 10; ++i) values.push_back(i + (i % 2 == 0 ? -0.25 : 0.25));
  const auto movements = FindMovements(values, {}, {});
  ASSERT_EQ(movements.size(), 1u);
  EXPECT_EQ(movements[0].kind, Kind::kDrift);
  EXPECT_EQ(movements[0].begin, 0u);
  EXPECT_EQ(movements[0].end, 10u);
  EXPECT_NEAR(movements[0].change, 9 * (1 + 1.25 / 82.5), 1e-9);
  EXPECT_NEAR(movements[0].p_value, std::erfc(45 / std::sqrt(250)), 1e-9);
  EXPECT_TRUE(FindMovements(values, {}, {.smallest_change = 9.2}).empty());
  values.pop_back();
  EXPECT_TRUE(FindMovements(values, {}, {}).empty());
}

// 200 of each kind; noise of 1%, 60 runs.
TEST(MovementTest, DriftsAndStepsAreToldApart) {
  std::mt19937_64 random(11);
  int steps = 0;
  int two_steps = 0;
  int drifts = 0;
  for (int i = 0; i < 200; ++i) {
    std::vector<double> step = Noise(random, 60);
    std::vector<double> stairs = Noise(random, 60);
    std::vector<double> drift = Noise(random, 60);
    for (int t = 0; t < 60; ++t) {
      step[t] += t >= 30 ? 0.1 : 0;
      stairs[t] += 0.08 * (t >= 20) + 0.08 * (t >= 45);
      drift[t] += 0.15 * t / 60;
    }
    const auto all = [](const std::vector<Movement>& movements, std::size_t count, Kind kind) {
      return movements.size() == count &&
                     std::all_of(movements.begin(), movements.end(), [&](auto& one) { return one.kind == kind; })
                 ? 1
                 : 0;
    };
    steps += all(Find(step), 1, Kind::kStep);
    two_steps += all(Find(stairs), 2, Kind::kStep);
    drifts += all(Find(drift), 1, Kind::kDrift);
  }
  EXPECT_GE(steps, 190);
  EXPECT_GE(two_steps, 185);
  EXPECT_GE(drifts, 185);
}

// A step test and a trend test at 0.5% each: at most 1% of sequences without a change have one; 4 standard errors.
TEST(MovementTest, NoiseAloneSeldomMoves) {
  std::mt19937_64 random(12);
  constexpr int kSequences = 2000;
  int moved = 0;
  for (int i = 0; i < kSequences; ++i) {
    const std::vector<double> values = Noise(random, 40);
    moved += FindMovements(values, EDivisive().Find(values), {.smallest_change = 0}).empty() ? 0 : 1;
  }
  EXPECT_LE(moved, 0.01 * kSequences + 4 * std::sqrt(0.01 * kSequences));
}

}  // namespace
}  // namespace mpigauge
