#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// The reasons to believe no time of a comparison, each a sentence without an end: timers that disagree in a launch of
// either side; launches of a circle, which ran on the same nodes, of which one counts more ticks in a second than
// another; controls that are apart in launches that took turns (ControlMovement::apart). Empty: nothing is known.
std::vector<std::string> ClockDoubts(const Side& baseline, const Side& candidate, const ControlMovement& movement);

}  // namespace mpigauge
