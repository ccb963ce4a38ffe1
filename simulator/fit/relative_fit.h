#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mpigauge {

// y = first x1 + second x2; neither is below zero.
struct TwoTerms {
  double first = 0;
  double second = 0;

  double At(double x1, double x2) const { return first * x1 + second * x2; }
};

// Points to be fitted. Errors are relative: of a time of 1 us and one of 1 ms, one percent weighs the same.
struct RelativePoints {
  std::span<const double> x1;
  std::span<const double> x2;
  std::span<const double> y;
  std::span<const double> scale;  // what each residual is divided by, above zero
};

// Least squares of the relative residuals. Both terms are at least zero: of those that may be, the best.
TwoTerms FitRelative(const RelativePoints& points);

// The same by Huber's loss (1964; 95% efficient where errors are normal): a point that lies far off pulls no more than
// one that lies 1.345 standard deviations off. These are estimated by the median of absolute residuals, in turns with
// the fit.
TwoTerms FitRelativeRobust(const RelativePoints& points);

// (y - fit) / scale.
std::vector<double> RelativeResiduals(const RelativePoints& points, const TwoTerms& fit);

// The standard deviation of a normal distribution with this median of absolute values.
double SigmaOfResiduals(std::span<const double> residuals);

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
