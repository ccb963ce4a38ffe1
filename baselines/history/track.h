#pragma once

#include <cstdint>
#include <vector>

#include "baselines/history/history.h"

namespace mpigauge {

// Which runs follow each other: for each run the number of its track. Runs of one environment key are on one track.
// A key that begins when another has ended for good continues its track, so that the move from one machine to the
// next is seen; keys that take turns are different machines, libraries or settings, and stay apart.
std::vector<std::uint32_t> FindTracks(const std::vector<HistoryRun>& runs);

}  // namespace mpigauge
