#pragma once

#include <string>

#include "ci/gate/gate.h"

namespace mpigauge {

// A gate that passes may improve the baseline.

// If something got faster and nothing slower, adds a note with the command that makes the candidate the new baseline,
// or a part of it. `baseline` as it was named; a run or a folder is left alone.
void ProposeBaseline(Store& store, const std::string& baseline, GateAnswer& answer);

// Adds the candidate to the rolling baseline, unless it passed by a waiver only: a run that is known to be slow is no
// reference. Returns what was done, or why not; the verdict stays what it is.
std::string PromotePassed(Store& store, const std::string& baseline, const std::string& run_id,
                          const Comparison& comparison);

}  // namespace mpigauge
