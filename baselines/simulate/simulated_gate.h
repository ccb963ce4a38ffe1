#pragma once

#include <memory>
#include <vector>

#include "baselines/simulate/simulated_machine.h"
#include "baselines/verdict/suite_decision.h"

namespace mpigauge {

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
