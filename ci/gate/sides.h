#pragma once

#include <set>
#include <string>

#include "baselines/compare/compare.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/store.h"
#include "baselines/verdict/decide.h"

namespace mpigauge {

// The launches behind a reference: the name of a baseline, a run (latest, latest~N, a tag, its id or the beginning of
// it), a launch record file, or a folder of them. What comes first here is meant where several are called so. Only
// complete launches count; of a side without any, `unfinished` says whether the others are taken. Throws Error (usage)
// where there is nothing of that name or no launch that counts.
Side FindSide(Store& store, const std::string& reference, Store::Detail detail = Store::Detail::kSummaries,
              Unfinished unfinished = Unfinished::kRefuse);

// Whether the reference means a file or a folder, and nothing that the store knows; "./latest" always does. Throws
// Error (usage), naming both, where there is such a file and the id of a run begins so.
bool MeansFiles(Store& store, const std::string& reference);

// The launches of a file or a folder, without a store.
Side SideFromFiles(const std::string& path, Unfinished unfinished = Unfinished::kRefuse);

// The launches of a baseline that have the candidate's environment (LaunchesOfEnvironment), with the series that were
// measured as in the candidate. They may be compared with it without another check.
Side ComparablePart(const Side& baseline, const Side& candidate, const std::set<std::string>& allowed_fields);

// The number of launches of this side that crashed, hung or never began to measure, without those that somebody
// stopped.
std::size_t CountLost(const Side& side);

// Whether any launch of it came so far as to measure: then the machine can start it.
bool BeganToMeasure(const Side& side);

// The number of lost launches of these runs, and of all that were made.
Losses LossesOf(Store& store, const std::vector<std::string>& run_ids);

}  // namespace mpigauge
