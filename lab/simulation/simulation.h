#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/calibrate/rule_figures.h"
#include "lab/simulation/noise_model.h"
#include "lab/simulation/simulated_gate.h"

namespace mpigauge {

struct SimulationSettings {
  SimulatedGateSettings gate;
  std::vector<double> slowdowns = {0.01, 0.02, 0.03, 0.05, 0.10, 0.20};  // of one series
  double family_slowdown = 0.03;                                         // of one whole family
  int gates = 1000;                                                      // of each kind
  int rival_gates = 200;                                                 // of each kind, for the other rules
  std::uint64_t seed = 1;
};

struct ModelFigures {
  NoiseModel model;
  std::vector<RuleFigures> rules;  // the two stages first
};

// Thousands of gates of equal libraries and of slowed ones. Equal seeds give equal figures.
ModelFigures Simulate(const NoiseModel& model, const SimulationSettings& settings);

// A table for every noise model, with what was promised beside what came out.
std::string SimulationText(const std::vector<ModelFigures>& models, const SimulationSettings& settings, bool colors);

Json ToJson(const std::vector<ModelFigures>& models, const SimulationSettings& settings);

}  // namespace mpigauge
