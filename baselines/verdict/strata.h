#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/stats/stratified_rank_sum.h"

namespace mpigauge {

// Whom each launch took turns with; an empty name, or no names at all: with nobody.
struct Circles {
  std::vector<std::string> baseline;
  std::vector<std::string> candidate;
};

// The values of one hypothesis by who can be exchanged with whom where the sides are equal: launches of a circle with
// each other, and all that took no turns with each other. A value that is missing (NaN) is left out, and so is a circle
// of one side.
class Strata {
 public:
  Strata() = default;
  // One value for each launch of a side.
  Strata(std::span<const double> baseline, std::span<const double> candidate, const Circles& circles);

  const std::vector<Stratum>& all() const { return all_; }
  std::size_t baseline_launches() const;
  std::size_t candidate_launches() const;

  // Of the rank sum within strata, in units that cancel: of two looks, the statistics' correlation is the root of the
  // ratio. A circle adds what it has once and for all, m n / (m + n + 1) by van Elteren's weights; of launches that
  // took no turns it is m n / (m + n).
  double Information() const { return information_; }

 private:
  std::vector<Stratum> all_;
  double information_ = 0;
};

}  // namespace mpigauge
