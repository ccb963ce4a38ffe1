#pragma once

#include <span>
#include <vector>

#include "baselines/simulate/noise_model.h"
#include "baselines/simulate/random.h"

namespace mpigauge {

// What varies within a launch, drawn once for many launches and then dealt out again: launches and jobs multiply it,
// so nothing is lost, and a suite of thousands of gates takes seconds.
class LaunchPool {
 public:
  struct Within {
    double log_median = 0;  // of the observations
    double mean = 1;
  };

  LaunchPool(const NoiseModel& model, std::uint64_t seed);

  std::size_t size() const { return within_.size(); }
  const Within& At(std::size_t index) const { return within_[index]; }
  // Logarithms of the observations, ascending.
  std::span<const double> Observations(std::size_t index) const { return {&logs_[index * count_], count_}; }

 private:
  std::size_t count_;
  std::vector<Within> within_;
  std::vector<double> logs_;
};

}  // namespace mpigauge
