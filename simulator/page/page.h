#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "simulator/fit/network_fit.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// The models that were fitted to the network's series of both sides, for the page: a list of {"distance", "baseline":
// FIT or null, "candidate": FIT or null}, one for each distance that a side has; null where neither has any. FIT is
// {"distance", "confidence", "launches", "bytes": [...], "measured_seconds": [...],
//  "models": [{"kind", "predicted_seconds": [...], "relative_rms", "parameters": {NAME: {"value", "low", "high"}}}],
//  "switches": [{"last_bytes_before", "first_bytes_after", "jump_seconds"}], "eager_limit_bytes": bytes or null}.
// Names of parameters end in their unit ("seconds", "seconds_per_byte", "block_bytes"); of several pieces all but the
// first say where they begin: "seconds from 4097 B".
Json NetworkJson(const std::vector<NetworkFit>& baseline, const std::vector<NetworkFit>& candidate);

// The page draws at most this many ranks of a replay, and this many spans of all of them together.
inline constexpr std::size_t kShownRanks = 200;
inline constexpr std::size_t kShownSpans = 4000;

// A program replayed on both networks, for the page:
// {"application", "ranks", "parallel_seconds" (of the longer), "baseline": SIDE, "candidate": SIDE or null}, where SIDE
// is
// {"parallel_seconds", "rows": [{"rank", "spans": [[begin, end, "compute", "overhead" or "blocked"], ...]}],
//  "critical_path": [[rank, begin, end], ...]}. Seconds, six digits.
//
// If there are more than kShownRanks ranks, the ranks that hold the baseline's critical path longest are shown, then
// others, evenly chosen; where there are too many spans, each row is cut into pieces of equal length, each of them what
// fills most of it. `candidate` may be null.
Json TimelineJson(const std::string& application, const Timeline& baseline, const Timeline* candidate);

}  // namespace mpigauge
