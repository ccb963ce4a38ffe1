#include "lab/simulation/simulated_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

std::vector<std::size_t> FirstSeries(std::size_t count) {
  std::vector<std::size_t> series(count);
  for (std::size_t i = 0; i < count; ++i) series[i] = i;
  return series;
}

struct Spread {
  Moments within;   // of launches of one job
  Moments between;  // of the jobs' means
};

Spread Measure(const NoiseModel& model) {
  const LaunchPool pool(model, 3);
  SimulatedMachine machine(model, pool, 1, 7);
  Spread spread;
  for (int job = 0; job < 2000; ++job) {
    machine.StartJob();
    Moments launches;
    for (int launch = 0; launch < 20; ++launch) launches.Add(machine.LaunchMedians(FirstSeries(1), {})[0]);
    spread.within.Add(launches.StandardDeviation() * launches.StandardDeviation());
    spread.between.Add(launches.mean());
  }
  return spread;
}

// The deviation of a launch's median is that of the launch and the 0.3% that 100 correlated observations leave.
TEST(SimulatedMachine, VariesAsTheModelSays) {
  const Spread typical = Measure(FindNoiseModel("typical"));
  EXPECT_NEAR(std::sqrt(typical.within.mean()), 0.0202, 0.0004);
  EXPECT_NEAR(typical.between.StandardDeviation(), 0.0202 / std::sqrt(20), 0.0003);
  const Spread job = Measure(FindNoiseModel("job"));
  EXPECT_NEAR(job.between.StandardDeviation(), std::hypot(0.01, 0.0202 / std::sqrt(20)), 0.0008);
}

// The same model written in NumPy, 65536 launches of 100 observations: the median of a launch without launch effect has
// the mean 0.00918 and the deviation 0.00336 (logarithms), the mean of its observations is 1.0213.
TEST(LaunchPool, EqualsTheModelInNumPy) {
  const LaunchPool pool(FindNoiseModel("typical"), 5);
  Moments medians;
  Moments means;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    medians.Add(pool.At(i).log_median);
    means.Add(pool.At(i).mean);
  }
  EXPECT_NEAR(medians.mean(), 0.00918, 0.0003);
  EXPECT_NEAR(medians.StandardDeviation(), 0.00336, 0.0002);
  EXPECT_NEAR(means.mean(), 1.0213, 0.002);
}

TEST(SimulatedMachine, EqualSeedsGiveEqualTimes) {
  const NoiseModel& model = FindNoiseModel("drift");
  const LaunchPool pool(model, 1);
  SimulatedMachine one(model, pool, 3, 11);
  SimulatedMachine two(model, pool, 3, 11);
  SimulatedMachine other(model, pool, 3, 12);
  const auto series = FirstSeries(3);
  const LaunchLogs first = one.LaunchMedians(series, {});
  EXPECT_EQ(first, two.LaunchMedians(series, {}));
  EXPECT_NE(first, other.LaunchMedians(series, {}));
}

TEST(SimulatedMachine, OrdersOfLaunches) {
  Random random(1);
  EXPECT_THAT(SidesInOrder(LaunchOrder::kAlternating, 2, random), ElementsAre(false, true, false, true));
  EXPECT_THAT(SidesInOrder(LaunchOrder::kAbba, 2, random), ElementsAre(false, true, true, false));
  int candidate_first = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto pair = SidesInOrder(LaunchOrder::kRandomPairs, 1, random);
    EXPECT_NE(pair[0], pair[1]);
    candidate_first += pair[0];
  }
  EXPECT_NEAR(candidate_first, 500, 64);
  EXPECT_THROW(ParseLaunchOrder("sorted"), Error);
  EXPECT_THROW(FindNoiseModel("silent"), Error);
}

TEST(SimulatedGate, CountsLaunchesAndFindsWhatIsSlow) {
  const NoiseModel& model = FindNoiseModel("job");
  const LaunchPool pool(model, 1);
  SimulatedMachine machine(model, pool, 40, 2);
  SimulatedGateSettings settings;
  settings.series = 40;
  std::vector<double> slowdowns(40, 0.0);
  slowdowns[3] = std::log(1.2);
  const SimulatedGate gate = SimulateGate(machine, settings, slowdowns);
  EXPECT_EQ(gate.gate, Decision::kFail);
  EXPECT_EQ(gate.series[3], Decision::kFail);
  EXPECT_GE(gate.launches[3], 6 + 2 * 6);
  EXPECT_EQ(gate.families.size(), 2U);
  EXPECT_EQ(*std::min_element(gate.launches.begin(), gate.launches.end()), 6);
}

}  // namespace
}  // namespace mpigauge
