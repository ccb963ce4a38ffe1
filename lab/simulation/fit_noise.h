#pragma once

#include <vector>

#include "baselines/verdict/suite_decision.h"
#include "lab/simulation/noise_model.h"

namespace mpigauge {

// A noise model of what was measured: [run][launch][series], logarithms of medians, NaN where there is none. Over the
// series the median of each figure counts:
//   launches   standard deviation within runs by the median absolute deviation; launches slower by more than
//              kBadDeviations of them are bad ones, with their share and mean slowdown
//   jobs       variance of the runs' means less what the launches explain; 0 with fewer than three runs
//   shared     what series of one launch (run) have in common: from the variance of the standardized residuals' mean
// The noise within a launch stays as in the model "typical": gates do not look at it. Throws Error (usage) where no run
// has two launches of a series.
NoiseModel FitNoise(const std::vector<std::vector<LaunchLogs>>& runs);

inline constexpr double kBadDeviations = 4;

}  // namespace mpigauge
