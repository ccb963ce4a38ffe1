#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/calibrate/rule_figures.h"
#include "ci/gate/gate.h"

namespace mpigauge {

// Gates on this machine whose right answer is known.
struct RealGatesSettings {
  LaunchPlan plan;         // the library and what is measured
  std::string interposer;  // libmpigauge_slow.so
  std::string function = "MPI_Allreduce";
  std::vector<double> slowdowns;  // 0.05: calls of the function take 5% longer
  int equal_gates = 30;
  int slowed_gates = 5;  // for each slowdown
  GateOptions gate;      // its launches are made on this host
  int turns = 6;         // so many of each library take turns, as in a gate; at most 1: one after the other
};

struct RealGates {
  RuleFigures gate;
  std::size_t series = 0;              // of the suite
  std::size_t slowed_series = 0;       // of them, those whose case is the function
  double equal_seconds = 0;            // of a gate, mean
  std::vector<double> slowed_seconds;  // the same for each slowdown
};

// Measures all of them, each side by side, into `store`, which should be one of its own: nobody's history wants these
// runs. `said` gets a line after each gate. Slowed gates have the interposer on both sides, so that its own cost is not
// part of the slowdown. A series counts as slowed where its case is the function: "allreduce" and "allreduce_..." for
// MPI_Allreduce. Throws Error (usage) where the suite has no such series, and what a gate throws.
RealGates MeasureGates(const RealGatesSettings& settings, Store& store,
                       const std::function<void(const std::string&)>& said);

// A table of the gates, with what was promised beside what came out.
std::string RealGatesText(const RealGates& gates, const RealGatesSettings& settings, bool colors);

Json ToJson(const RealGates& gates, const RealGatesSettings& settings);

}  // namespace mpigauge
