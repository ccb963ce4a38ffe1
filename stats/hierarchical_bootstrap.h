#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "stats/interval.h"
#include "stats/slower.h"

namespace mpigauge {

// The observations of the launches of one side.
using LaunchSamples = std::vector<std::vector<double>>;

// The difference, candidate less baseline, of the means of launch medians, and how far such differences stray: launches
// are resampled, and within each its observations (Davison and Hinkley, Bootstrap Methods, 3.8).
//
// Resamples of few launches stray too little, by sqrt((n - 1) / n) and by the normal distribution where Student's is
// due (Hesterberg 2015, "What teachers should know about the bootstrap"), and too much where launches differ by little
// more than their own observations, as these count twice. So their deviations are scaled to the standard error of the
// launch medians, their distribution is taken as that of absolute deviations (of several ways the one that covers what
// it states with skewed launches too), and a share of them is a normal deviate whose place Student's t takes. The
// resamples decide how the tails differ from those of a normal distribution.
class HierarchicalBootstrap {
 public:
  // Equal seeds give equal resamples.
  HierarchicalBootstrap(const LaunchSamples& baseline, const LaunchSamples& candidate, int resamples,
                        std::uint64_t seed);

  // NaN where a side has no launch or a launch no observation.
  double estimate() const { return difference_.mean; }

  // Returns nothing if a side has fewer than two launches, or no launch differs from another.
  std::optional<Interval> At(double confidence) const;

  // One-sided. Never below what Student's t gives to the normal deviate of the rarest resample: with 1999 of them, ten
  // launches a side, 0.0012. 1 where there is no interval.
  double PSlower() const;
  double PFaster() const;

 private:
  double POfFartherThanEstimate() const;

  MeanDifference difference_;
  std::vector<double> deviations_;  // absolute, ascending, in standard errors; empty where there is no interval
};

}  // namespace mpigauge
