#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>

#include "harness/sizes/planner.h"

namespace mpigauge {

// What the adaptive planners have in common.
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

// The multiple of `separation` nearest to `place` that lies strictly between a and b.
std::optional<std::int64_t> SizeBetween(std::int64_t a, std::int64_t b, double place, std::int64_t separation);

// Whether the time at `size` can be judged: measured, and visited often enough.
bool Settled(const Curve& curve, std::int64_t size, const Refinement& refinement);

// A size that would be measured, and the error that its interval has without it.
struct Candidate {
  double error = 0;
  std::int64_t size = 0;
};

// Adds the candidates with the largest errors to `sizes` until `most` are there.
void AddWorst(std::vector<Candidate> candidates, std::size_t most, std::set<std::int64_t>& sizes);

// The straight line through (a, at_a) and (b, at_b), at x.
double Line(std::int64_t a, double at_a, std::int64_t b, double at_b, std::int64_t x);

}  // namespace mpigauge
