#pragma once

#include <set>
#include <string>

#include "baselines/compare/compare.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/store.h"
#include "baselines/verdict/decide.h"

namespace mpigauge {

// The launches behind a reference: the name of a baseline, a run (its id or the beginning of it, latest, latest~N),
// a launch record file, or a folder of them. Only complete launches count; of a side without any, `unfinished` says
// whether the others are taken. Throws Error (usage) where there is nothing of that name or no launch that counts.
Side FindSide(Store& store, const std::string& reference, Store::Detail detail = Store::Detail::kSummaries,
              Unfinished unfinished = Unfinished::kRefuse);

// The same for a path, without a store.
Side SideFromFiles(const std::string& path, Unfinished unfinished = Unfinished::kRefuse);

// Of a baseline the launches of the candidate's environment (LaunchesOfEnvironment), and of those the series that were
// measured as in the candidate: what may be put together with it without looking again.
Side ComparablePart(const Side& baseline, const Side& candidate, const std::set<std::string>& allowed_fields);

// How many launches of this side crashed, hung or never began to measure; those that somebody stopped are none.
std::size_t CountLost(const Side& side);

// Whether any launch of it came so far as to measure: then the machine can start it.
bool BeganToMeasure(const Side& side);

// How many launches of these runs were lost so, of all that were made.
Losses LossesOf(Store& store, const std::vector<std::string>& run_ids);

}  // namespace mpigauge
