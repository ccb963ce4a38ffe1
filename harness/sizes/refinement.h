#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>

#include "harness/sizes/planner.h"

namespace mpigauge {

// The settings that the adaptive planners share.
struct Refinement {
  std::int64_t first = 0;
  std::int64_t last = 0;
  double factor = 2;            // between the sizes to start with
  double threshold = 0.05;      // an error of interpolation above this share of the time is too large
  std::int64_t separation = 8;  // new sizes are multiples of it: the minimum separation, and whole elements
  std::size_t most = 100;       // sizes
  int settle = 3;               // visits before a time is believed; noise would cause needless refinement [MP4]
};

// first, last, and between them powers rounded to multiples of the separation.
std::vector<std::int64_t> StartSizes(const Refinement& refinement);

// Whether the time at `size` can be judged: measured, and visited often enough.
bool Settled(const Curve& curve, std::int64_t size, const Refinement& refinement);

// A size that would be measured, and the error that its interval has without it.
struct Candidate {
  double error = 0;
  std::int64_t size = 0;
};

// The straight line through (a, at_a) and (b, at_b), at x.
double Line(std::int64_t a, double at_a, std::int64_t b, double at_b, std::int64_t x);

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

// Halves the interval [n0, n1] where the time in its middle is not on the straight line between its ends, by more
// than the threshold in relative terms, down to the minimum separation. An interval is judged only when its three
// times have settled. Good at steps: each costs about two sizes for every halving.
// Source: mpptest 3.2 [MP3], 3.3 [MP4]. Ours are the start with several intervals (one middle alone may happen to
// lie on the line) and that the size taken is one separation above the middle: halves of powers of two all lie at
// the foot of a step of packets, where the stairs look like a straight line.
class Bisection : public SizePlanner {
 public:
  explicit Bisection(const Refinement& refinement) : refinement_(refinement) {}
  std::vector<std::int64_t> Sizes(const Curve& sofar) const override;
  std::set<std::int64_t> Needless(const Curve& sofar) const override;

 private:
  struct Found {
    std::vector<Candidate> wanted;  // not measured yet
    std::set<std::int64_t> needed;  // measured, and still called for
  };
  Found Search(const Curve& sofar) const;
  void Halve(const Curve& sofar, std::int64_t a, std::int64_t b, double error, Found& found) const;

  Refinement refinement_;
};

}  // namespace mpigauge
