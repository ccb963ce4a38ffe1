#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/store/run.h"

namespace mpigauge {

// A change with its confidence interval, as a ratio: 1.05 is 5% slower.
struct ChangeInterval {
  double ratio = 1;
  double low = 1;
  double high = 1;
};

// One step of a series: from the library of a gate's baseline to its candidate.
struct GateStep {
  std::string gate_id;
  std::string decided_at;
  std::string from;  // libraries, as the gate's comparison names them
  std::string to;
  std::string series;
  std::string verdict;  // of the series
  ChangeInterval change;
  // The product of the steps since `first`, the library at which the chain begins. A chain goes on while each gate's
  // `from` is the `to` of the gate before it. The interval adds up the half widths of the steps' logarithms in
  // quadrature, since the launches of two gates are not the same.
  std::string first;
  ChangeInterval since_first;
};

// The steps of the series that `chosen` accepts, by series, oldest gate first. Libraries that take turns differ by the
// library alone, so a chain holds where the medians of runs do not: on a machine whose state changes between runs. A
// series that stored runs decided has the ratio of the runs.
// Gates that have no time of a series are left out, and the chain of that series begins anew. Throws Error (usage)
// naming a gate that cannot be read.
std::vector<GateStep> GateSteps(const std::vector<GateResult>& gates,
                                const std::function<bool(const std::string&)>& chosen);

std::string GateStepsText(const std::vector<GateStep>& steps, bool colors);

Json ToJson(const std::vector<GateStep>& steps);

}  // namespace mpigauge
