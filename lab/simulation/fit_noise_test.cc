#include "lab/simulation/fit_noise.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "base/error.h"
#include "lab/simulation/simulated_gate.h"

namespace mpigauge {
namespace {

std::vector<std::vector<LaunchLogs>> Measure(const NoiseModel& model, int runs, int launches, std::size_t series) {
  const LaunchPool pool(model, 3);
  SimulatedMachine machine(model, pool, series, 7);
  std::vector<std::size_t> all(series);
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::vector<LaunchLogs>> measured(static_cast<std::size_t>(runs));
  for (auto& run : measured) {
    machine.StartJob();
    for (int launch = 0; launch < launches; ++launch) run.push_back(machine.LaunchMedians(all, {}));
  }
  return measured;
}

TEST(FitNoise, FindsTheModelThatTheLaunchesAreFrom) {
  NoiseModel truth;
  truth.launch_deviation = 0.03;
  truth.job_deviation = 0.02;
  truth.shared_launch = 0.4;
  const NoiseModel fitted = FitNoise(Measure(truth, 40, 20, 50));
  EXPECT_NEAR(fitted.launch_deviation, 0.03, 0.002);
  EXPECT_NEAR(fitted.job_deviation, 0.02, 0.003);
  EXPECT_NEAR(fitted.shared_launch, 0.4, 0.06);
  EXPECT_LT(fitted.shared_job, 0.1);
  EXPECT_LT(fitted.bad_share, 0.002);
}

TEST(FitNoise, TellsBadLaunchesApart) {
  NoiseModel truth;
  truth.launch_deviation = 0.01;
  truth.bad_share = 0.05;
  truth.bad_mean = 0.2;
  const NoiseModel fitted = FitNoise(Measure(truth, 20, 20, 20));
  EXPECT_NEAR(fitted.launch_deviation, 0.01, 0.0015);
  EXPECT_NEAR(fitted.bad_share, 0.05, 0.02);  // small ones are not told apart
  EXPECT_NEAR(fitted.bad_mean, 0.23, 0.07);   // so those that are found are larger
  EXPECT_LT(fitted.job_deviation, 0.002);
}

TEST(FitNoise, OneRunSaysNothingOfRuns) {
  NoiseModel truth;
  const NoiseModel fitted = FitNoise(Measure(truth, 1, 30, 10));
  EXPECT_EQ(fitted.job_deviation, 0);
  EXPECT_NEAR(fitted.launch_deviation, 0.02, 0.004);
}

TEST(FitNoise, TooLittleIsSaid) {
  EXPECT_THROW(FitNoise({}), Error);
  EXPECT_THROW(FitNoise({{{0.1}}}), Error);
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(FitNoise({{{nothing}, {nothing}}}), Error);
}

}  // namespace
}  // namespace mpigauge
