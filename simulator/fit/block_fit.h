#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "simulator/fit/relative_fit.h"

namespace mpigauge {

// The paper's model: seconds = ceil(bytes / block_bytes) start-up + bytes per_byte. Source: Demaine 1996, who knew no
// way to measure the block's size [DE1].
struct BlockFit {
  std::int64_t block_bytes = 0;  // in the middle of those that fit alike
  std::int64_t low_bytes = 0;    // those that fit not much worse, by the F distribution's approximate likelihood ratio
  std::int64_t high_bytes = 0;
  TwoTerms terms;      // start-up, per byte
  double squares = 0;  // of relative residuals
};

// The block size with the least squares of relative residuals, of all from `from_bytes` to `to_bytes`; each gives a saw
// with teeth of its width. Nothing where no size in between changes a number of blocks.
std::optional<BlockFit> FitBlocks(std::span<const double> bytes, std::span<const double> seconds,
                                  std::int64_t from_bytes, std::int64_t to_bytes);

// Whether there is such a saw, rather than a line or a few pieces: at least three teeth, three sizes in the first of
// them, and a lower information criterion than `other_criterion`, that of the best of the others.
bool BlocksAreThere(const BlockFit& fit, std::span<const double> bytes, double other_criterion, double resolution);

}  // namespace mpigauge
