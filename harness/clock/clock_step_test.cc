#include "harness/clock/clock_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace mpigauge {
namespace {

// Readings of a clock that counts in `step` ns and is rounded to whole ones, each pair 18 to 34 ns apart; of every 2000
// pairs one is disturbed.
std::vector<std::int64_t> Differences(double step) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> begins(0, 1e6);
  std::uniform_real_distribution<double> apart(18, 34);
  const auto shown = [step](double time) { return std::llround(std::floor(time / step) * step); };
  std::vector<std::int64_t> all;
  for (int i = 0; i < 20000; ++i) {
    const double first = begins(random);
    all.push_back(shown(first + (i % 2000 == 0 ? 1234.5 : apart(random))) - shown(first));
  }
  return all;
}

TEST(ClockStep, IsFoundWhateverItIs) {
  EXPECT_EQ(ClockStep(Differences(1)), 1);
  EXPECT_EQ(ClockStep(Differences(0.3)), 1);
  EXPECT_NEAR(static_cast<double>(ClockStep(Differences(10))), 10, 1);
  EXPECT_NEAR(static_cast<double>(ClockStep(Differences(100 / 6.0))), 100 / 6.0, 1);
  EXPECT_NEAR(static_cast<double>(ClockStep(Differences(40))), 40, 1);
  EXPECT_EQ(ClockStep(Differences(1000)), 1000);
}

// As CLOCK_MONOTONIC_RAW was read on a virtual machine whose clock counts tens of nanoseconds.
TEST(ClockStep, OfAVirtualMachine) {
  std::vector<std::int64_t> differences;
  for (const auto& [difference, count] :
       std::vector<std::pair<int, int>>{{20, 76316}, {21, 3006}, {29, 25398}, {30, 63066}, {31, 32178}, {40, 7}}) {
    differences.insert(differences.end(), static_cast<std::size_t>(count), difference);
  }
  EXPECT_NEAR(static_cast<double>(ClockStep(differences)), 10, 1);
}

TEST(ClockStep, OfAClockThatStandsStillOrGoesBack) {
  EXPECT_EQ(ClockStep({}), 0);
  EXPECT_EQ(ClockStep({0, 0, -1}), 0);
  EXPECT_EQ(ClockStep({0, 0, 4'000'000}), 4'000'000);
}

}  // namespace
}  // namespace mpigauge
