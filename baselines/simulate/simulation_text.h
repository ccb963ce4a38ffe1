#pragma once

#include <string>
#include <vector>

#include "baselines/simulate/simulation.h"
#include "harness/base/json.h"

namespace mpigauge {

// A table for every noise model, with what was promised beside what came out.
std::string SimulationText(const std::vector<ModelFigures>& models, const SimulationSettings& settings, bool colors);

Json ToJson(const std::vector<ModelFigures>& models, const SimulationSettings& settings);

}  // namespace mpigauge
