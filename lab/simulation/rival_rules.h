#pragma once

#include <string>
#include <vector>

#include "lab/simulation/simulated_gate.h"

namespace mpigauge {

// Launches of a suite on both sides: [launch][series].
struct SimulatedSides {
  std::vector<std::vector<SimulatedLaunch>> baseline;
  std::vector<std::vector<SimulatedLaunch>> candidate;
};

// A test that other programs use on the same launches: it flags a series as slower if its p is at most `level`.
struct RivalRule {
  std::string name;
  double (*p)(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series);
  double level = 0.025;
  bool holm = false;          // over the series
  bool side_by_side = false;  // in one job, launches interleaved; otherwise the baseline is stored, from another job
};

// The p value of the rank sum of all observations of all launches (each side ascending): the normal approximation,
// which is exact enough for hundreds of values; ties are not corrected for.
double PooledRankSumSlower(const std::vector<double>& before, const std::vector<double>& after);

// Fixed thresholds on means; the rank sum of all observations pooled (Google Benchmark's compare.py); Welch's t on
// log medians; the rank sum of launch medians with Holm's correction, against a stored baseline and side by side.
const std::vector<RivalRule>& RivalRules();

// Ten launches a side (those of a stored baseline in a job of their own).
SimulatedSides SimulateSides(SimulatedMachine& machine, std::size_t series, bool side_by_side,
                             const std::vector<double>& slowdowns);

// Returns for each of `series` whether the rule flags it.
std::vector<bool> Flagged(const RivalRule& rule, const SimulatedSides& sides, const LaunchPool& pool,
                          const std::vector<std::size_t>& series);

}  // namespace mpigauge
