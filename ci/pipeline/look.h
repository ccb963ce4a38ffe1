#pragma once

#include <string>
#include <vector>

#include "ci/pipeline/source.h"
#include "ci/pipeline/update.h"

namespace mpigauge {

// What a look at the places of a pipeline found.
struct LibraryNews {
  std::vector<Update> fresh;          // libraries that were not known, as they begin; not written
  std::vector<Update> known;          // libraries that are there and were done before
  std::vector<std::string> later;     // libraries that may not be whole yet
  std::vector<std::string> problems;  // places without a library, libraries that do not start
};

// Looks at every place that the configuration names; `updates` are those known so far. Ends early where somebody asked
// the process to stop.
LibraryNews LookForLibraries(const PipelineConfig& config, const std::vector<Update>& updates, GitSources git,
                             const std::string& mpigauge);

}  // namespace mpigauge
