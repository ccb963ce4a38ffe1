#pragma once

#include <cstddef>

#include "baselines/compare/impact.h"
#include "ci/impact/library_costs.h"
#include "ci/impact/scenarios.h"

namespace mpigauge {

struct ImpactOptions {
  double confidence = 0.95;
  std::size_t most_parts = 8;  // that are told; each costs as many replays as the application
  double least_part = 1e-4;    // share of the application's time that a part must move it by to be told
};

// Replays a program with what its messages and collectives cost in both runs. The interval is that of the resamples of
// both runs, each with its own launches; as resamples of few launches stray too little, their deviations are made
// larger by sqrt(n / (n - 1)) and by Student's t over the normal quantile, n the fewer launches of the two (Hesterberg
// 2015, "What teachers should know about the bootstrap"). Parts are replayed with one class of operations taken from
// the candidate: they add up to the whole only where they do not hide behind each other. Computations are as traced.
//
// Where a program relies on the buffering of messages that the candidate does not buffer, `hangs` says how. Throws
// Error (usage) where it hangs with the baseline already.
ApplicationImpact ImpactOf(const ImpactProgram& program, const MeasuredCosts& baseline, const MeasuredCosts& candidate,
                           const ImpactOptions& options = {});

// Returns the cost of each class of operations if it takes 1% longer: the program is replayed with that. What costs
// most comes first.
std::vector<Sensitivity> SensitivityOf(const ImpactProgram& program, const MeasuredCosts& costs);

// "fail": the whole interval lies above the limit (a share); "pass": all of it below; else "inconclusive", as without
// an interval. One that hangs fails.
Verdict ImpactVerdict(const ApplicationImpact& impact, double fail_impact);

// Sorts, and decides where there is a limit. Over all applications: fail if any does, else inconclusive if any is.
ImpactSection ImpactSectionOf(std::vector<ApplicationImpact> applications, std::optional<double> fail_impact);

}  // namespace mpigauge
