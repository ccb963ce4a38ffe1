#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "baselines/compare/same_state.h"

namespace mpigauge {

// The state of a gate's test, or its result.
enum class Decision { kOpen, kPass, kFail, kInconclusive };

std::string DecisionName(Decision decision);  // "open", "pass", "fail", "inconclusive"
// Throws Error (usage) for an unknown text.
Decision DecisionFromName(std::string_view name);

// A new run against the stored runs of a baseline, as a gate's decision records it. Ratios: 1.05 is 5% slower.
struct GateScreen {
  bool passed = false;
  std::size_t runs = 0;     // stored runs that count
  double ratio = 1;         // the new run over their mean
  double deviation = 0;     // standard deviation of the stored runs' logarithms
  std::string reason = {};  // why it is not clear; empty where it passed
  SameState same_state = {};
  double upper = std::numeric_limits<double>::quiet_NaN();  // limit of the ratio; NaN: none was found
};

// One look at launches side by side, with the part of the error rates that is spent so far. Ratios as above.
struct GateLook {
  std::size_t baseline_launches = 0;
  std::size_t candidate_launches = 0;
  double ratio = 1;
  double p_slower = 1;
  double fail_level = 0;
  double fail_spent = 0;
  double p_within = 1;
  double pass_level = 0;
  double pass_spent = 0;
  double floor_ratio = std::numeric_limits<double>::quiet_NaN();  // NaN: floors are not known
  double p_floor_within = 1;
  double floor_level = 0;
  bool by_floor = false;  // the floors passed it, and not the medians
  Decision decision = Decision::kOpen;
};

// A series or a family with the stages of its decision.
struct GateHypothesis {
  std::string name = {};
  double tolerance = 0;
  Decision decision = Decision::kOpen;
  std::optional<GateScreen> screen = {};  // none: no stored runs screened it
  std::vector<GateLook> looks = {};       // side by side
  std::vector<std::string> members = {};  // of a family: names of series; empty for a series
};

// How a gate came to its decision: its settings, and each series and family with its stages.
struct GateDecision {
  Decision outcome_of_medians = Decision::kOpen;
  double alpha = 0;                     // the chance of any false fail
  double screen_miss = 0;               // the chances that a series slower by its tolerance passes: by stored runs,
  double sequential_miss = 0;           // by medians side by side,
  double floor_miss = 0;                // and by floors
  std::vector<int> planned_looks = {};  // launches a side
  std::vector<GateHypothesis> series = {};
  std::vector<GateHypothesis> families = {};

  // The chance that a series slower by its tolerance passes in any of these ways.
  double Miss() const { return screen_miss + sequential_miss + floor_miss; }
};

Json ToJson(const GateDecision& decision);

}  // namespace mpigauge
