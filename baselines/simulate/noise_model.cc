#include "baselines/simulate/noise_model.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "harness/base/error.h"

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

}  // namespace mpigauge
