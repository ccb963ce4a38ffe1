#include "harness/clock/timer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
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
TEST(ClockStep, IsFoundOnAVirtualMachine) {
  std::vector<std::int64_t> differences;
  for (const auto& [difference, count] :
       std::vector<std::pair<int, int>>{{20, 76316}, {21, 3006}, {29, 25398}, {30, 63066}, {31, 32178}, {40, 7}}) {
    differences.insert(differences.end(), static_cast<std::size_t>(count), difference);
  }
  EXPECT_NEAR(static_cast<double>(ClockStep(differences)), 10, 1);
}

TEST(ClockStep, IsDefinedForAClockThatStandsStillOrGoesBack) {
  EXPECT_EQ(ClockStep({}), 0);
  EXPECT_EQ(ClockStep({0, 0, -1}), 0);
  EXPECT_EQ(ClockStep({0, 0, 4'000'000}), 4'000'000);
}

constexpr std::int64_t kSecond = 1'000'000'000;

TEST(InjectedError, OffsetAndDriftAreAdded) {
  const InjectedError error{.offset_ns = -7, .drift = 1e-3, .origin_ns = kSecond};
  EXPECT_EQ(error.Shown(kSecond), kSecond - 7);
  EXPECT_EQ(error.Shown(2 * kSecond), 2 * kSecond - 7 + 1'000'000);
  EXPECT_EQ(error.Shown(0), -7 - 1'000'000);
}

TEST(InjectedError, JitterStaysInItsBoundsGoesBothWaysAndComesAgain) {
  const InjectedError error{.jitter_ns = 20, .seed = 3};
  int early = 0;
  int late = 0;
  for (std::int64_t time = 0; time < 1000; ++time) {
    const std::int64_t displaced = error.Shown(time) - time;
    EXPECT_LE(std::llabs(displaced), 20);
    EXPECT_EQ(error.Shown(time) - time, displaced);
    early += displaced < 0;
    late += displaced > 0;
  }
  EXPECT_GT(early, 300);
  EXPECT_GT(late, 300);
}

TEST(InjectedError, ACoarseClockShowsWholeTicks) {
  const InjectedError error{.offset_ns = -7, .tick_ns = 10};
  EXPECT_EQ(error.Shown(106), 90);
  EXPECT_EQ(error.Shown(107), 100);
  EXPECT_EQ(error.Shown(116), 100);
  EXPECT_EQ(error.Shown(0), -10);
}

TEST(InjectedError, SeedsAreDifferentClocks) {
  int different = 0;
  for (std::int64_t time = 0; time < 100; ++time) {
    different +=
        InjectedError{.jitter_ns = 20, .seed = 1}.Shown(time) != InjectedError{.jitter_ns = 20, .seed = 2}.Shown(time);
  }
  EXPECT_GT(different, 80);
}

TEST(Timer, GoesAtTheRateOfTheSteadyClock) {
  const Timer timer;
  const auto steady_start = std::chrono::steady_clock::now();
  const std::int64_t start = timer.Now();
  while (std::chrono::steady_clock::now() - steady_start < std::chrono::milliseconds(100)) {
  }
  const auto ours = static_cast<double>(timer.Now() - start);
  const std::chrono::duration<double, std::nano> theirs = std::chrono::steady_clock::now() - steady_start;
  EXPECT_NEAR(ours / theirs.count(), 1, 0.2);  // wide: either clock may be read late on a loaded machine
}

TEST(Timer, AnInjectedOffsetIsAdded) {
  const std::int64_t plain = Timer().Now();
  EXPECT_GT(Timer(1'000'000'000'000).Now() - plain, 999'000'000'000);
}

TEST(Timer, QualityIsMeasured) {
  const TimerQuality quality = MeasureTimer(Timer());
  EXPECT_TRUE(quality.monotonic);
  EXPECT_GT(quality.resolution_seconds, 0);
  EXPECT_GT(quality.cost_seconds, 0);
  EXPECT_LE(quality.resolution_seconds, 1e-3);
}

TEST(Timer, ASourceIsReadAndNamed) {
  const Timer timer(
      "standing", +[] { return std::int64_t{42}; });
  EXPECT_EQ(timer.Now(), 42);
  EXPECT_EQ(timer.name(), "standing");
  EXPECT_EQ(Timer().name(), "clock_monotonic_raw");
}

// A timer that never moved while it was read many times has a resolution of more than that, not of zero.
TEST(Timer, ATimerThatStandsStillIsCoarse) {
  const TimerQuality quality = MeasureTimer(Timer(
      "standing", +[] { return std::int64_t{42}; }));
  EXPECT_GE(quality.resolution_seconds, 1e-3);
  EXPECT_GE(quality.ShortestTime(), 1e-2);
}

TEST(Timer, GoingBackIsSeen) {
  static std::int64_t time = 0;
  EXPECT_FALSE(MeasureTimer(Timer(
                                "backwards", +[] { return time += time % 2 == 0 ? 3 : -1; }))
                   .monotonic);
}

}  // namespace
}  // namespace mpigauge
