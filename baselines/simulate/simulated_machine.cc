#include "baselines/simulate/simulated_machine.h"

#include <cmath>

#include "harness/base/error.h"

namespace mpigauge {

LaunchOrder ParseLaunchOrder(const std::string& text) {
  if (text == "random") return LaunchOrder::kRandomPairs;
  if (text == "alternating") return LaunchOrder::kAlternating;
  if (text == "abba") return LaunchOrder::kAbba;
  throw UsageError("no order of launches '{}'; there are random, alternating, abba", text);
}

SimulatedMachine::SimulatedMachine(const NoiseModel& model, const LaunchPool& pool, std::size_t series,
                                   std::uint64_t seed)
    : model_(model), pool_(pool), random_(seed), own_job_(series, 0.0) {
  // The first job has one before it, too.
  for (double& effect : own_job_) effect = random_.Normal();
  common_job_ = random_.Normal();
}

void SimulatedMachine::StartJob() {
  launches_ = 0;
  if (model_.job_deviation == 0) return;
  const double kept = model_.job_memory;
  const double fresh = std::sqrt(1 - kept * kept);
  for (double& effect : own_job_) effect = kept * effect + fresh * random_.Normal();
  common_job_ = kept * common_job_ + fresh * random_.Normal();
}

std::vector<SimulatedLaunch> SimulatedMachine::Launch(std::span<const std::size_t> series,
                                                      const std::vector<double>& slowdowns) {
  const double common = model_.job_deviation * std::sqrt(model_.shared_job) * common_job_ +
                        model_.launch_deviation * std::sqrt(model_.shared_launch) * random_.Normal() +
                        model_.drift_per_launch * launches_;
  const double own_job = model_.job_deviation * std::sqrt(1 - model_.shared_job);
  const double own_launch = model_.launch_deviation * std::sqrt(1 - model_.shared_launch);
  std::vector<SimulatedLaunch> values;
  values.reserve(series.size());
  for (const std::size_t i : series) {
    double effect = common + own_job * own_job_[i] + own_launch * random_.Normal();
    if (model_.bad_share > 0 && random_.Uniform() < model_.bad_share) effect += model_.bad_mean * random_.Exponential();
    if (!slowdowns.empty()) effect += slowdowns[i];
    values.push_back({effect, random_.Below(pool_.size())});
  }
  ++launches_;
  return values;
}

LaunchLogs SimulatedMachine::LaunchMedians(std::span<const std::size_t> series, const std::vector<double>& slowdowns) {
  LaunchLogs medians;
  for (const SimulatedLaunch& value : Launch(series, slowdowns)) {
    medians.push_back(value.effect + pool_.At(value.within).log_median);
  }
  return medians;
}

std::vector<bool> SidesInOrder(LaunchOrder order, int pairs, Random& random) {
  std::vector<bool> sides;
  for (int pair = 0; pair < pairs; ++pair) {
    const bool candidate_first = order == LaunchOrder::kRandomPairs ? random.Uniform() < 0.5
                                 : order == LaunchOrder::kAbba      ? pair % 2 == 1
                                                                    : false;
    sides.push_back(candidate_first);
    sides.push_back(!candidate_first);
  }
  return sides;
}

}  // namespace mpigauge
