#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/compare/compare.h"
#include "baselines/store/store.h"
#include "dashboards/data/view.h"
#include "record/record.h"

namespace mpigauge {

// "latest", or the id of a gate or the beginning of one. Throws Error (usage) naming the newest ones where there is
// none, or several.
GateResult FindGate(Store& store, const std::string& reference);

// A gate with all that the store knows of its launches and of what was before.
ComparisonView ViewOfGate(Store& store, const GateResult& gate);

// A comparison that was made now. `baseline` and `candidate` are as the user named them; the launches have their
// observations. `store` is null where the sides are files.
ComparisonView ViewOfSides(Store* store, Comparison comparison, const Side& baseline, const Side& candidate,
                           const std::string& baseline_name, const std::string& candidate_name);

}  // namespace mpigauge
