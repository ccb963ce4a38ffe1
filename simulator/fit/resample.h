#pragma once

#include <cstdint>
#include <vector>

#include "simulator/fit/network_fit.h"

namespace mpigauge {

// Returns the launches of each resample: as many as there are, drawn with replacement. Equal arguments give equal
// resamples on every machine, so that what else was measured in the same launches can be resampled alike.
std::vector<std::vector<std::size_t>> ResampledLaunches(std::size_t launches, std::size_t resamples,
                                                        std::uint64_t seed);

// An estimate with its interval: the standard deviation over the resamples, times what resamples of few launches stray
// too little by, sqrt(n / (n - 1)), and Student's quantile (Hesterberg 2015). Not below zero where the value is not.
// NaN for both ends where there are fewer than two launches or resamples.
FittedValue WithInterval(double value, const std::vector<double>& resampled, std::size_t launches, double confidence);

}  // namespace mpigauge
