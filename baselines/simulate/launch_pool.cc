#include "baselines/simulate/launch_pool.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

constexpr std::size_t kLaunches = 4096;

// The times of one launch whose typical time is 1.
std::vector<double> Times(const NoiseModel& model, Random& random) {
  const double rho = model.observation_correlation;
  const double innovation = model.observation_deviation * std::sqrt(1 - rho * rho);
  double state = model.observation_deviation * random.Normal();
  std::vector<double> times;
  for (int i = 0; i < model.observations; ++i) {
    double time = std::exp(state) * (1 + model.skew_mean * random.Exponential());
    if (random.Uniform() < model.outlier_share) time *= 2 + 9 * random.Uniform();
    times.push_back(time);
    state = rho * state + innovation * random.Normal();
  }
  return times;
}

}  // namespace

LaunchPool::LaunchPool(const NoiseModel& model, std::uint64_t seed)
    : count_(static_cast<std::size_t>(model.observations)) {
  Random random(seed);
  for (std::size_t launch = 0; launch < kLaunches; ++launch) {
    std::vector<double> times = Times(model, random);
    std::sort(times.begin(), times.end());
    double sum = 0;
    for (const double time : times) {
      sum += time;
      logs_.push_back(std::log(time));
    }
    within_.push_back({std::log(Quantile(times, 0.5)), sum / static_cast<double>(count_)});
  }
}

}  // namespace mpigauge
