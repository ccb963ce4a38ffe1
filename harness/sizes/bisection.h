#pragma once

#include "harness/sizes/refinement.h"

namespace mpigauge {

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
