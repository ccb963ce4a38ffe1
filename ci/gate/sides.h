#pragma once

#include <string>

#include "baselines/compare/compare.h"
#include "baselines/store/store.h"

namespace mpigauge {

// The launches behind a reference: the name of a baseline, a run (its id or the beginning of it, latest, latest~N),
// a launch record file, or a folder of them. Only complete launches count. Throws Error (usage) where there is
// nothing of that name or no complete launch behind it.
Side FindSide(Store& store, const std::string& reference, Store::Detail detail = Store::Detail::kSummaries);

// The same for a path, without a store.
Side SideFromFiles(const std::string& path);

}  // namespace mpigauge
