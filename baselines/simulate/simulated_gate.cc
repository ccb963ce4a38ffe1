#include "baselines/simulate/simulated_gate.h"

#include <fmt/format.h>

#include <numeric>

namespace mpigauge {
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

  result.gate = decision.Gate();
  for (const Settled& series : decision.Series()) result.series.push_back(series.decision);
  for (const Settled& family : decision.Families()) result.families.push_back(family.decision);
  return result;
}

}  // namespace mpigauge
