#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json.h"
#include "simulator/replay/critical_path.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// Writes the timeline as an OTF2 archive into a new folder (its anchor is traces.otf2): a location for each rank, what
// it does as regions, its messages on one communicator; times in picoseconds. Throws Error (usage) if the folder exists
// already, Error (not measured) with the library's words if it cannot be written.
void WriteOtf2(const Timeline& timeline, const std::filesystem::path& folder);

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
