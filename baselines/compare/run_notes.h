#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// What the baseline's runs say of how much runs differ (the hour, the nodes), which a comparison with launches of
// another hour has to live with: of one run, that it is not known; of several, how much they and their launches vary.
// Nothing where the launches of both sides lie in the same time, as they do side by side.
void NoteRuns(const Side& baseline, const Side& candidate, std::vector<std::string>& notes);

}  // namespace mpigauge
