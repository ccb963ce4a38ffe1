#pragma once

#include <string>

#include "harness/base/json.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// What of a replay is drawn: at most so many ranks, and so many spans of all of them together.
inline constexpr std::size_t kShownRanks = 200;
inline constexpr std::size_t kShownSpans = 4000;

// A program replayed on both networks, for the page:
// {"application", "ranks", "parallel_seconds" (of the longer), "baseline": SIDE, "candidate": SIDE or null}, where SIDE
// is
// {"parallel_seconds", "rows": [{"rank", "spans": [[begin, end, "compute", "overhead" or "blocked"], ...]}],
//  "critical_path": [[rank, begin, end], ...]}. Seconds, six digits.
//
// Of more than kShownRanks ranks those on the baseline's critical path are shown that hold it longest, then others,
// evenly chosen; where there are too many spans, each row is cut into pieces of equal length, each of them what fills
// most of it. `candidate` may be null.
Json TimelineJson(const std::string& application, const Timeline& baseline, const Timeline* candidate);

}  // namespace mpigauge
