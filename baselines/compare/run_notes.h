#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/notes.h"

namespace mpigauge {

// Notes how much the baseline's runs differ (the hour, the nodes), since launches of another hour differ by as much.
// With one run the note says that this is not known. There is no note if the launches of both sides were made in the
// same time, as they are side by side.
std::vector<std::string> RunNotes(const Side& baseline, const Side& candidate);

// Says of launches that did not finish and are shown all the same (Side::unfinished) how each of them ended. `who`:
// "baseline", "candidate", "run".
std::vector<std::string> UnfinishedNotes(const Side& side, const std::string& who);

// "launch 3 of the candidate: crashed: crashed in bcast (exit code 139)"; `with_run` names its run, too.
std::string LostText(const LaunchRecord& launch, const std::string& who, bool with_run);

// Says of a side how many of its launches did not finish, and of some of them how they ended; nothing where all did.
std::vector<std::string> LostNotes(const Side& side, const std::string& who);

}  // namespace mpigauge
