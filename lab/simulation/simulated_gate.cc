#include "lab/simulation/simulated_gate.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "base/error.h"

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

namespace {

std::vector<SuiteSeries> StoredSuite(SimulatedMachine& machine, const SimulatedGateSettings& settings,
                                     const std::vector<std::size_t>& all) {
  std::vector<SuiteSeries> suite(settings.series);
  for (std::size_t i = 0; i < suite.size(); ++i) {
    suite[i].name = fmt::format("series {}", i);
    suite[i].tolerance = settings.tolerance;
    suite[i].families = {fmt::format("family {:04}", i / settings.family_size)};
  }
  std::vector<double> logs(static_cast<std::size_t>(settings.screen_launches));
  for (int run = 0; run < settings.stored_runs; ++run) {
    machine.StartJob();
    std::vector<LaunchLogs> launches;
    for (int launch = 0; launch < settings.screen_launches; ++launch) {
      launches.push_back(machine.LaunchMedians(all, {}));
    }
    for (std::size_t i = 0; i < suite.size(); ++i) {
      for (std::size_t launch = 0; launch < launches.size(); ++launch) logs[launch] = launches[launch][i];
      suite[i].run_values.push_back(RunValue(logs));
    }
  }
  return suite;
}

void ScreenCandidate(SimulatedMachine& machine, const SimulatedGateSettings& settings,
                     const std::vector<std::size_t>& all, const std::vector<double>& slowdowns,
                     SuiteDecision& decision) {
  machine.StartJob();
  std::vector<LaunchLogs> launches;
  for (int launch = 0; launch < settings.screen_launches; ++launch) {
    launches.push_back(machine.LaunchMedians(all, slowdowns));
  }
  decision.Screen(launches);
}

}  // namespace

SimulatedGate SimulateGate(SimulatedMachine& machine, const SimulatedGateSettings& settings,
                           const std::vector<double>& slowdowns, const std::shared_ptr<DecisionTables>& tables) {
  SimulatedGate result;
  std::vector<std::size_t> all(settings.series);
  std::iota(all.begin(), all.end(), std::size_t{0});
  result.launches.assign(settings.series, 0);

  // Stage 1: the stored runs, and the candidate in a job of its own.
  SuiteDecision decision(StoredSuite(machine, settings, all), settings.decision, tables);
  if (settings.stored_runs > 0) {
    ScreenCandidate(machine, settings, all, slowdowns, decision);
    result.launches.assign(settings.series, settings.screen_launches);
  }

  // Stage 2: both libraries in one job.
  machine.StartJob();
  for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
    std::vector<LaunchLogs> sides[2];
    for (const bool candidate : SidesInOrder(settings.order, request.launches_a_side, machine.random())) {
      const std::vector<double> none;
      sides[candidate].push_back(machine.LaunchMedians(request.series, candidate ? slowdowns : none));
    }
    decision.Add(sides[0], sides[1]);
    for (const std::size_t i : request.series) result.launches[i] += 2 * request.launches_a_side;
  }

  result.gate = decision.OutcomeOfMedians();
  for (const Settled& series : decision.Series()) result.series.push_back(series.decision);
  for (const Settled& family : decision.Families()) result.families.push_back(family.decision);
  return result;
}

}  // namespace mpigauge
