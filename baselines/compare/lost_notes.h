#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// Says of a side how many of its launches did not come to their end, and of some of them how they ended; nothing where
// all did. `who`: "baseline", "candidate".
// What did not come to its end and was taken all the same (Side::unfinished): a line for each such launch.
void NoteUnfinished(const Side& side, const std::string& who, std::vector<std::string>& notes);

void NoteLost(const Side& side, const std::string& who, std::vector<std::string>& notes);

}  // namespace mpigauge
