#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "baselines/simulate/noise_model.h"
#include "baselines/simulate/simulated_gate.h"
#include "harness/stats/binomial_interval.h"

namespace mpigauge {

struct SimulationSettings {
  SimulatedGateSettings gate;
  std::vector<double> slowdowns = {0.01, 0.02, 0.03, 0.05, 0.10, 0.20};  // of one series
  double family_slowdown = 0.03;                                         // of one whole family
  int gates = 1000;                                                      // of each kind
  int rival_gates = 200;                                                 // of each kind, for the other rules
  std::uint64_t seed = 1;
};

// What one rule does under one noise model. Shares are with their exact intervals of 95%.
struct RuleFigures {
  std::string rule;
  Share false_series;            // of series that did not change: called slower
  Share false_gates;             // of gates in which nothing changed: any series or family called slower
  Share open_gates;              // of the same: inconclusive
  std::vector<Share> found;      // of the slowed series, for each slowdown
  std::vector<Share> passed;     // of the same: called within the tolerance (the two stages alone)
  std::vector<double> launches;  // total launches of the slowed series, mean (the two stages alone)
  Share found_family;            // of families that moved as a whole (the two stages alone)
  double null_launches = 0;      // total launches of a series in which nothing changed, mean
};

struct ModelFigures {
  NoiseModel model;
  std::vector<RuleFigures> rules;  // the two stages first
};

// Thousands of gates of equal libraries and of slowed ones. Equal seeds give equal figures.
ModelFigures Simulate(const NoiseModel& model, const SimulationSettings& settings);

}  // namespace mpigauge
