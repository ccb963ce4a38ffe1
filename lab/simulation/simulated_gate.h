#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "baselines/verdict/suite_decision.h"
#include "lab/simulation/noise_model.h"
#include "lab/simulation/random.h"

namespace mpigauge {

// How launches of the two sides follow each other in one job.
enum class LaunchOrder { kRandomPairs, kAlternating, kAbba };

// Throws Error (usage). "random", "alternating", "abba".
LaunchOrder ParseLaunchOrder(const std::string& text);

// One series in one launch.
struct SimulatedLaunch {
  double effect = 0;       // of job, launch, drift and slowdown, log
  std::size_t within = 0;  // in the pool
};

// A machine on which a suite runs, job after job. All times are 1 but for noise and what is slowed.
class SimulatedMachine {
 public:
  SimulatedMachine(const NoiseModel& model, const LaunchPool& pool, std::size_t series, std::uint64_t seed);

  // The next job: another hour, other nodes.
  void StartJob();

  // The next launch of the job: a value for each of `series`, slower by `slowdowns` (log, one for each series of the
  // suite; empty: by nothing).
  std::vector<SimulatedLaunch> Launch(std::span<const std::size_t> series, const std::vector<double>& slowdowns);

  // The same as logarithms of medians.
  LaunchLogs LaunchMedians(std::span<const std::size_t> series, const std::vector<double>& slowdowns);

  const LaunchPool& pool() const { return pool_; }
  Random& random() { return random_; }

 private:
  const NoiseModel& model_;
  const LaunchPool& pool_;
  Random random_;
  std::vector<double> own_job_;  // of each series
  double common_job_ = 0;
  double launches_ = 0;  // of this job so far
};

// Returns the order of launches, `pairs` of each side; true: the candidate.
std::vector<bool> SidesInOrder(LaunchOrder order, int pairs, Random& random);

struct SimulatedGateSettings {
  SuiteSettings decision;
  double tolerance = 0.05;
  std::size_t series = 200;
  std::size_t family_size = 20;  // series of one family
  int stored_runs = 20;          // 0: no stored baseline, everything side by side
  int screen_launches = 6;       // of the candidate, and of each stored run
  LaunchOrder order = LaunchOrder::kRandomPairs;
};

struct SimulatedGate {
  Decision gate = Decision::kOpen;
  std::vector<Decision> series;
  std::vector<Decision> families;
  std::vector<double> launches;  // of each series, of both libraries together
};

// One gate from the stored runs to the verdict, decided by SuiteDecision. `slowdowns` are the candidate's (log).
SimulatedGate SimulateGate(SimulatedMachine& machine, const SimulatedGateSettings& settings,
                           const std::vector<double>& slowdowns,
                           const std::shared_ptr<DecisionTables>& tables = nullptr);

}  // namespace mpigauge
