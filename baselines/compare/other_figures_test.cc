#include "baselines/compare/other_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace mpigauge {
namespace {

// Ten launches a side, the candidate's slower by `change`.
PairedLaunches Launches(double change) {
  PairedLaunches launches;
  for (int i = 0; i < 10; ++i) {
    launches.baseline.push_back(0.001 * (i * 7 % 10));
    launches.candidate.push_back(0.001 * (i * 3 % 10) + change);
  }
  return launches;
}

std::vector<SeriesComparison> Series(std::size_t count) {
  std::vector<SeriesComparison> series(count);
  for (std::size_t i = 0; i < count; ++i) {
    series[i].name = "series " + std::to_string(i);
    series[i].tolerance = 0.05;
    series[i].ratio = 1.01;
  }
  return series;
}

TEST(OtherFigures, ATailThatGotSlowerAloneIsNoted) {
  auto series = Series(2);
  JudgeOtherFigure({Launches(0), Launches(0)}, RankSum(), 0.95, &SeriesComparison::floor, series);
  JudgeOtherFigure({Launches(0), Launches(0.3)}, RankSum(), 0.95, &SeriesComparison::tail, series);
  EXPECT_NEAR(series[1].tail.ratio, std::exp(0.3), 0.001);
  EXPECT_LT(series[1].tail.low, series[1].tail.ratio);
  EXPECT_GE(series[1].tail.level, 0.95);
  EXPECT_NEAR(series[1].tail.p_slower, 1 / 184756.0, 1e-9);  // of 20 choose 10 orders the most extreme one
  EXPECT_NEAR(series[1].tail.p_adjusted, 2 / 184756.0, 1e-9);
}

TEST(OtherFigures, EachSeriesHasItsOwn) {
  auto series = Series(3);
  JudgeOtherFigure({Launches(0.1), Launches(0.2), Launches(0.3)}, RankSum(), 0.95, &SeriesComparison::floor, series);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(series[i].floor.ratio, std::exp(0.1 * static_cast<double>(i + 1)), 0.001) << i;
    EXPECT_NEAR(series[i].floor.p_adjusted, 3 / 184756.0, 1e-9) << i;
  }
}

// How a library's calls lie: most around a time, few far above it.
struct Calls {
  double seconds = 1e-6;
  double spread = 0.01;  // of their logarithms
  double slow_share = 0;
  double times = 1;        // as long those take
  double never_below = 0;  // what the machine costs now and then, whatever the library: 1 of 50 calls
  int every = 0;           // so many launches have a slow one among them; 0: none
  double slow_launch = 1;  // as long that takes
};

class StretchedTest : public testing::Test {
 protected:
  void Add(const Calls& calls, int launches, std::vector<TimeClasses>& classes, std::vector<double>& medians) {
    std::normal_distribution<double> noise(0, 0.01);
    std::uniform_real_distribution<double> chance(0, 1);
    for (int launch = 0; launch < launches; ++launch) {
      const bool slow = calls.every > 0 && launch % calls.every == 0;
      const double usual = calls.seconds * std::exp(noise(random_)) * (slow ? calls.slow_launch : 1);
      std::vector<double> times;
      for (int i = 0; i < 600; ++i) {
        const double time = usual * std::exp(calls.spread / 0.01 * noise(random_)) *
                            (chance(random_) < calls.slow_share ? calls.times : 1);
        times.push_back(chance(random_) < 0.02 ? std::max(time, calls.never_below) : time);
      }
      classes.push_back(CountTimes(times));
      medians.push_back(usual);
    }
  }

  SeriesComparison Tested(const Calls& before, const Calls& after, int launches = 6, double tolerance = 0.05) {
    SpreadLaunches spread;
    Add(before, launches, spread.baseline, spread.baseline_medians);
    Add(after, launches, spread.candidate, spread.candidate_medians);
    std::vector<SeriesComparison> series(1);
    series[0].tolerance = tolerance;
    TestTails({spread}, series);
    return series[0];
  }

  std::mt19937_64 random_{20261125};
};

TEST_F(StretchedTest, AThirdOfTheCallsIsSeenThoughMediansDoNotMove) {
  Calls slow;
  slow.slow_share = 1.0 / 3;
  slow.times = 1000;
  const SeriesComparison one = Tested({}, slow);
  EXPECT_NEAR(one.stretched.candidate_share, 1.0 / 3, 0.05);
  EXPECT_LT(one.stretched.baseline_share, 0.005);
  EXPECT_NEAR(one.stretched.p, 1 / 924.0, 1e-9);  // of 12 choose 6 orders the most extreme one
  EXPECT_NEAR(one.stretched.p_adjusted, 2 / 924.0, 1e-9);
  EXPECT_GT(one.stretched.seconds, 1.05e-6);
  EXPECT_LT(one.stretched.seconds, 1.3e-6);
  EXPECT_EQ(Tested(slow, {}).stretched.p, 1);  // the other way around nothing got worse
}

// Medians say this, by their tolerance; it is none of the tail's business.
TEST_F(StretchedTest, ScaledDistributionHasNoTail) {
  for (const double factor : {0.5, 0.97, 1.04, 1.5}) {
    Calls moved;
    moved.seconds *= factor;
    const SeriesComparison one = Tested({}, moved);
    EXPECT_LT(std::abs(one.stretched.candidate_share - one.stretched.baseline_share), kLeastOfObservations) << factor;
  }
}

// The machine adds to a call as much time as before, but that is many times the median of a faster library.
TEST_F(StretchedTest, AFasterLibraryIsNotBlamedForTheMachine) {
  Calls before;
  before.never_below = 5e-6;
  Calls after = before;
  after.seconds /= 4;
  const SeriesComparison one = Tested(before, after, 12);
  EXPECT_LT(one.stretched.candidate_share - one.stretched.baseline_share, kLeastOfObservations);
}

TEST_F(StretchedTest, OneSlowLaunchOfTenIsSeenByEnoughLaunches) {
  Calls slow;
  slow.every = 10;
  slow.slow_launch = 4;
  const SeriesComparison few = Tested({}, slow, 6);
  EXPECT_NEAR(few.slow_launches.candidate_share, 1 / 6.0, 1e-9);
  EXPECT_NEAR(few.slow_launches.p, 0.5, 1e-9);
  EXPECT_NEAR(few.slowest_times, 4, 0.4);
  // Two that are as slow as each other once hid one another.
  EXPECT_NEAR(Tested({}, slow, 20).slowest_times, 4, 0.4);
  const SeriesComparison many = Tested({}, slow, 150);
  EXPECT_NEAR(many.slow_launches.candidate_share, 0.1, 1e-9);
  EXPECT_EQ(many.slow_launches.baseline_share, 0);
  EXPECT_LT(many.slow_launches.p_adjusted, 1e-4);
  EXPECT_LT(many.stretched.candidate_share, 0.005);  // each of these launches is like itself
}

// Twenty quiet launches, and six that vary ten times as much around the same median: none is an exception.
TEST_F(StretchedTest, LargerSpreadOfAllLaunchesMakesNoneSlow) {
  std::normal_distribution<double> noise;
  int slow = 0;
  for (int i = 0; i < 200; ++i) {
    SpreadLaunches spread;
    for (int launch = 0; launch < 20; ++launch)
      spread.baseline_medians.push_back(1e-6 * std::exp(0.05 * noise(random_)));
    for (int launch = 0; launch < 6; ++launch)
      spread.candidate_medians.push_back(1e-6 * std::exp(0.5 * noise(random_)));
    spread.baseline.resize(20);
    spread.candidate.resize(6);
    std::vector<SeriesComparison> series(1);
    TestTails({spread}, series);
    slow += series[0].slow_launches.p <= 0.05 * kTailShare;
  }
  EXPECT_EQ(slow, 0);
}

// Limits are made of all launches, whatever their side: else the side that they are made of is at an advantage.
TEST_F(StretchedTest, EqualSidesMayBeExchanged) {
  Calls calls;
  calls.spread = 0.5;
  SpreadLaunches one;
  Add(calls, 8, one.baseline, one.baseline_medians);
  Add(calls, 8, one.candidate, one.candidate_medians);
  const SpreadLaunches other{one.candidate, one.baseline, one.candidate_medians, one.baseline_medians};
  std::vector<SeriesComparison> series(2);
  TestTails({one, other}, series);
  EXPECT_EQ(series[0].stretched.seconds, series[1].stretched.seconds);
  EXPECT_EQ(series[0].stretched.baseline_share, series[1].stretched.candidate_share);
  EXPECT_EQ(series[0].stretched.candidate_share, series[1].stretched.baseline_share);
  EXPECT_EQ(series[0].slow_launches.seconds, series[1].slow_launches.seconds);
}

TEST_F(StretchedTest, LaunchWithoutObservationsLeavesTheTailUnknown) {
  SpreadLaunches spread;
  Add({}, 3, spread.baseline, spread.baseline_medians);
  Add({}, 3, spread.candidate, spread.candidate_medians);
  spread.candidate[1].clear();
  std::vector<SeriesComparison> series(1);
  TestTails({spread}, series);
  EXPECT_FALSE(series[0].stretched.known);
  EXPECT_TRUE(series[0].slow_launches.known);
}

TEST_F(StretchedTest, RunsOfTheBaselineAreToldApart) {
  SpreadLaunches spread;
  Calls slow;
  slow.slow_share = 0.4;
  slow.times = 10;
  Add({}, 9, spread.baseline, spread.baseline_medians);
  Add(slow, 3, spread.baseline, spread.baseline_medians);
  Add(slow, 3, spread.candidate, spread.candidate_medians);
  spread.baseline_runs = std::vector<std::string>(9, "quiet");
  spread.baseline_runs.resize(12, "noisy");
  std::vector<SeriesComparison> series(1);
  TestTails({spread}, series);
  EXPECT_NEAR(series[0].stretched.baseline_share, 0.1, 0.02);
  EXPECT_NEAR(series[0].stretched.most_of_runs, 0.4, 0.05);
}

}  // namespace
}  // namespace mpigauge
