#pragma once

#include <string>
#include <vector>

#include "harness/base/json.h"
#include "simulator/replay/critical_path.h"
#include "simulator/replay/gradient.h"
#include "simulator/replay/replay.h"

namespace mpigauge {

// Times are in seconds.
Json ToJson(const ReplayResult& result);
Json ToJson(const Gradient& gradient);

// How much of the path is what, and its pieces.
Json ToJson(const std::vector<PathPiece>& path);

// A line for each model: parallel time, serial time, speedup, and what share of the time ranks compute.
// Source: Demaine, Simulator [DE5].
std::string ReplayText(const std::vector<std::string>& names, const std::vector<ReplayResult>& results);

// "compute 71.2%, message 20.1%, ...": what made the program take as long.
std::string PathText(const std::vector<PathPiece>& path);

// A line for each parameter: how often it counts, or for how many bytes.
std::string GradientText(const Gradient& gradient);

}  // namespace mpigauge
