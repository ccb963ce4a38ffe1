#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// What the baseline's runs say of how much runs differ (the hour, the nodes), which a comparison with launches of
// another hour has to live with: of one run, that it is not known; of several, how much they and their launches vary.
// Nothing where the launches of both sides lie in the same time, as they do side by side.
void NoteRuns(const Side& baseline, const Side& candidate, std::vector<std::string>& notes);

// Says of launches that did not come to their end and are shown all the same (Side::unfinished) how each of them ended.
// `who`: "baseline", "candidate", "run".
void NoteUnfinished(const Side& side, const std::string& who, std::vector<std::string>& notes);

// Says of a side how many of its launches did not come to their end, and of some of them how they ended; nothing where
// all did.
void NoteLost(const Side& side, const std::string& who, std::vector<std::string>& notes);

}  // namespace mpigauge
