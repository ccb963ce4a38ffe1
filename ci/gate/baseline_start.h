#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/gate/gate.h"

namespace mpigauge {

// The plan that starts the baseline's library side by side, and notes about it.
struct BaselineStart {
  LaunchPlan plan;
  std::string note;
};

// The start of the baseline's library, or none and notes on why.
struct FoundStart {
  std::optional<BaselineStart> start = std::nullopt;
  std::vector<std::string> notes = {};
};

// The candidate's plan with the library of the baseline's newest run, or with its kept copy, where that can still be
// started here.
FoundStart FindBaselineStart(Store& store, const std::string& baseline, const LaunchPlan& candidate,
                             const GateOptions& options);

}  // namespace mpigauge
