#pragma once

#include <set>
#include <string>

#include "baselines/compare/compare.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/store.h"
#include "baselines/verdict/losses.h"

namespace mpigauge {

// The launches behind a reference: the name of a baseline, a run (latest, latest~N, a tag, its id or the beginning of
// it), a launch record file, or a folder of them. What comes first here is meant where several are called so. Only
// complete launches count; of a side without any, `unfinished` says whether the others are taken. Throws Error (usage)
// where there is nothing of that name or no launch that counts.
Side FindSide(Store& store, const std::string& reference, LaunchDetail detail = LaunchDetail::kSummaries,
              Unfinished unfinished = Unfinished::kRefuse);

// Whether the reference means a file or a folder, and nothing that the store knows; "./latest" always does. Throws
// Error (usage), naming both, where there is such a file and the id of a run begins so.
bool MeansFiles(Store& store, const std::string& reference);

// The launches of a file or a folder, without a store.
Side SideFromFiles(const std::string& path, Unfinished unfinished = Unfinished::kRefuse);

// The launches of a baseline that have the candidate's environment (LaunchesOfEnvironment), with the series that were
// measured as in the candidate. They may be compared with it without another check.
Side ComparablePart(const Side& baseline, const Side& candidate, const std::set<std::string>& allowed_fields);

// The number of launches of this side that are lost (losses.h).
std::size_t CountLost(const Side& side);

// Whether any launch of it came so far as to measure: then the machine can start it.
bool BeganToMeasure(const Side& side);

// The lost launches of these runs, with those that a side does not have: of another environment, and settled before.
// `who` as for a side.
Losses LossesOf(Store& store, const std::vector<std::string>& run_ids, const std::string& who);

}  // namespace mpigauge
