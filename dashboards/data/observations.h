#pragma once

#include <vector>

#include "base/json.h"
#include "baselines/compare/comparison.h"
#include "record/record.h"

namespace mpigauge {

// The page shows the observations of the newest launches of each side, at most this many.
inline constexpr std::size_t kMostLaunches = 20;

// How the observations of each launch are spread, for the series of a comparison and its controls:
// {"probabilities": [0, .01, ..., 1], "series": {NAME: {"baseline": [[seconds at these probabilities] per launch],
// "candidate": [...]}}}. Quantiles are of type 7, less the overhead of the measurement, with six digits. Of the
// launches given those count that the comparison has the median of, in the order in which it has them: what was
// measured besides is not behind its verdict. The launches need their observations (LaunchDetail::kObservations).
Json ObservationsJson(const Comparison& comparison, const std::vector<LaunchRecord>& baseline,
                      const std::vector<LaunchRecord>& candidate);

}  // namespace mpigauge
