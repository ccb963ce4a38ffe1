#pragma once

#include <string>

#include "ci/cli/cli.h"
#include "ci/gate/gate.h"

namespace mpigauge {

// A verdict of pass says what may become of the baseline.

// Where something got faster and nothing slower: a note with the command that makes the candidate the new baseline, or
// a part of it. `baseline` as it was named; a run or a folder is left alone.
void ProposeBaseline(Store& store, const std::string& baseline, GateAnswer& answer);

// Adds the candidate to the rolling baseline, unless it passed by a waiver only: what is known to be slow is no
// measure. What was done, or why not, goes to the error stream; the verdict stays what it is.
void PromotePassed(Store& store, const std::string& baseline, const GateAnswer& answer, const Streams& streams);

}  // namespace mpigauge
