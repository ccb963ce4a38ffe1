#include "lab/simulation/noise_model.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "stats/summary.h"

namespace mpigauge {

const std::vector<NoiseModel>& NoiseModels() {
  static const std::vector<NoiseModel> kModels = {
      {.name = "quiet", .text = "launches differ by 1%", .launch_deviation = 0.01},
      {.name = "typical", .text = "launches differ by 2%", .launch_deviation = 0.02},
      {.name = "noisy", .text = "launches differ by 3%", .launch_deviation = 0.03},
      {.name = "bad-launch", .text = "2%, and 5% of the launches 8% slower", .bad_share = 0.05},
      {.name = "job", .text = "2%, jobs differ by 1%", .job_deviation = 0.01},
      {.name = "drift",
       .text = "2%, jobs differ by 1% and resemble the one before, each gets 0.25% slower per launch",
       .job_deviation = 0.01,
       .job_memory = 0.5,
       .drift_per_launch = 0.0025},
      {.name = "shared",
       .text = "2%, jobs differ by 1%, most of it by all series alike",
       .job_deviation = 0.01,
       .shared_launch = 0.8,
       .shared_job = 0.8},
  };
  return kModels;
}

const NoiseModel& FindNoiseModel(const std::string& name) {
  std::vector<std::string> names;
  for (const NoiseModel& model : NoiseModels()) {
    if (model.name == name) return model;
    names.push_back(model.name);
  }
  throw UsageError("no noise model '{}'; there are {}", name, fmt::join(names, ", "));
}

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
