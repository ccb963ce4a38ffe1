#pragma once

#include <cstdint>
#include <optional>

#include "simulator/impact/scenarios.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// What each rank does with the costs of both runs.
struct BothTimelines {
  Timeline baseline;
  std::optional<Timeline> candidate;  // nothing where the program hangs with it
};

// Nothing where the program has more than so many calls: its timelines would not fit into memory, nor on a screen.
// Throws Error (usage) where it hangs with the baseline.
std::optional<BothTimelines> ReplayBoth(const ImpactProgram& program, const LibraryCosts& baseline,
                                        const LibraryCosts& candidate, std::int64_t most_calls = 1'000'000);

}  // namespace mpigauge
