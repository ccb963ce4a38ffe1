#pragma once

#include <string>

#include "baselines/compare/application_timeline.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// The page draws at most this many ranks of a replay, and this many spans of all of them together.
inline constexpr std::size_t kShownRanks = 200;
inline constexpr std::size_t kShownSpans = 4000;

// A program replayed on both networks, for the page. Seconds have six digits.
//
// If there are more than kShownRanks ranks, the ranks that hold the baseline's critical path longest are shown, then
// others, evenly chosen; where there are too many spans, each row is cut into pieces of equal length, each of them what
// fills most of it. `candidate` may be null.
ApplicationTimeline ShownTimeline(const std::string& application, const Timeline& baseline, const Timeline* candidate);

}  // namespace mpigauge
