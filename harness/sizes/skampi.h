#pragma once

#include "harness/sizes/refinement.h"

namespace mpigauge {

// Splits the segment where linear interpolation would be most inaccurate, at its geometric mean, until the error
// is below the threshold everywhere or the number of sizes is reached; the start is geometric. A segment's error is
// estimated from its two neighbours: each is extrapolated to the opposite end, and the smaller of the two relative
// errors counts (the larger one would measure needlessly around every jump). The segments wait in a priority queue,
// so the largest error is small for what may be spent. Good at bends, where nothing is known of the curve.
// Source: SKaMPI 3.2 [SK11]. There one segment is split at a time; here a few in each round, because all
// sizes of a round share their passes.
class SkampiRefinement : public SizePlanner {
 public:
  explicit SkampiRefinement(const Refinement& refinement) : refinement_(refinement) {}
  std::vector<std::int64_t> Sizes(const Curve& sofar) const override;

 private:
  std::vector<Candidate> Worst(const Curve& sofar) const;

  Refinement refinement_;
};

}  // namespace mpigauge
