#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/simulation/random.h"

namespace mpigauge {

// How measured times vary where nothing changed. On the logarithm of a time:
//   job      the hour, the nodes: one draw per run and series
//   launch   one start of the program: normal, and with chance `bad_share` an exponential slowdown more
//   drift    the machine gets slower from launch to launch of one job
//   within   observations of a launch: autoregressive, with a right skew and rare outliers
// The model is that of the comparison of detection rules by which the two stages were designed.
struct NoiseModel {
  std::string name;
  std::string text;
  double launch_deviation = 0.02;
  double bad_share = 0;
  double bad_mean = 0.08;
  double job_deviation = 0;
  double job_memory = 0;        // correlation of a job's effect with the job's before
  double drift_per_launch = 0;  // of all series alike
  double shared_launch = 0;     // correlation of the launch effect between series of one launch
  double shared_job = 0;        // the same of the job effect
  // Within a launch.
  int observations = 100;
  double observation_correlation = 0.6;
  double observation_deviation = 0.015;
  double skew_mean = 0.01;
  double outlier_share = 0.002;  // each takes 2 to 11 times as long
};

// "quiet", "typical", "noisy", "bad-launch", "job", "drift", "shared".
const std::vector<NoiseModel>& NoiseModels();

// Throws Error (usage) that names the models there are.
const NoiseModel& FindNoiseModel(const std::string& name);

// The noise within a launch, drawn once for many launches and then dealt out again: launches and jobs multiply it, so
// nothing is lost, and a suite of thousands of gates takes seconds.
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
