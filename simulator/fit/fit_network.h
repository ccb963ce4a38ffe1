#pragma once

#include <cstdint>

#include "simulator/fit/network_fit.h"

namespace mpigauge {

struct FitOptions {
  double confidence = 0.95;
  std::size_t resamples = 200;  // see ResampledLaunches()
  std::uint64_t seed = 1;
};

// Fits all models that the samples have enough for; what is missing is said in the notes:
//   hockney    a start-up and a time per byte, by Huber's loss on relative residuals
//   blocks     the paper's; only where a saw is seen
//   loggps     where overheads were measured: those of the smallest size, and latency and gap per byte of what remains
//   piecewise  the number of pieces and their breaks from the data, with overheads and gaps where they were measured
// Launches that lie far off, and sizes that stand out of their neighbours, are left out and counted. Intervals are over
// resampled launches, with the breaks (and whether there are blocks) as they are. Throws Error (not measured) for fewer
// than five sizes.
NetworkFit FitNetwork(const NetworkSamples& samples, const FitOptions& options = {});

// Whether FitNetwork() has sizes enough.
bool EnoughSizes(const NetworkSamples& samples);

}  // namespace mpigauge
