#pragma once

#include <filesystem>
#include <string>

#include "simulator/replay/timeline.h"

namespace mpigauge {

// Writes the timeline as an OTF2 archive into a new folder (its anchor is traces.otf2): a location for each rank, what
// it does as regions, its messages on one communicator; times in picoseconds. Throws Error (usage) if the folder exists
// already, Error (not measured) with the library's words if it cannot be written.
void WriteOtf2(const Timeline& timeline, const std::filesystem::path& folder);

}  // namespace mpigauge
