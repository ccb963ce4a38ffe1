#pragma once

#include <string>

#include "baselines/compare/comparison.h"
#include "baselines/verdict/waivers.h"

namespace mpigauge {

// Takes what is waived into a comparison that was decided; `today` as Today() has it.
//
// A series that failed and whose best estimate is at most a waiver's ratio passes, and so does an inconclusive one
// whose whole interval is below it: `waived` says by what. Above the ratio it fails all the same, under an expired
// waiver too, and the reason says so. A waiver is about slowness: series with wrong data, errors, more work by exact
// counts or a worse tail (tails.h) are never waived. A family of series passes
// where a waiver matches all of its members and its ratio is within. The verdict of the gate follows. Notes say which
// waiver was used, and which one is expired or of no use.
void ApplyWaivers(Comparison& comparison, const Waivers& waivers, const std::string& today);

}  // namespace mpigauge
