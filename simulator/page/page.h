#pragma once

#include <vector>

#include "base/json.h"
#include "simulator/fit/network_fit.h"

namespace mpigauge {

// The models that were fitted to the network's series of both sides, for the page: a list of {"distance", "baseline":
// FIT or null, "candidate": FIT or null}, one for each distance that a side has; null where neither has any. FIT is
// {"distance", "confidence", "launches", "bytes": [...], "measured_seconds": [...],
//  "models": [{"kind", "predicted_seconds": [...], "relative_rms", "parameters": {NAME: {"value", "low", "high"}}}],
//  "switches": [{"last_bytes_before", "first_bytes_after", "jump_seconds"}], "eager_limit_bytes": bytes or null}.
// Names of parameters end in their unit ("seconds", "seconds_per_byte", "block_bytes"); of several pieces all but the
// first say where they begin: "seconds from 4097 B".
Json NetworkJson(const std::vector<NetworkFit>& baseline, const std::vector<NetworkFit>& candidate);

}  // namespace mpigauge
