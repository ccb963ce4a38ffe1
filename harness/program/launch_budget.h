#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "harness/state/visit.h"

namespace mpigauge {

// The time of a whole launch, shared out among its series by how much each still needs (ShareTime), and all of it: the
// launch ends when the budget does. What visits cost beside their observations is learnt from pass to pass. Rank 0's.
class LaunchBudget {
 public:
  LaunchBudget(double seconds, int passes, std::int64_t least_observations)
      : seconds_(seconds), passes_(passes), least_observations_(least_observations) {}

  // The budget of each series' next visit. `first` is what to give where nothing is known yet.
  std::vector<std::int64_t> Share(const std::vector<Series>& series, int pass, const std::vector<std::int64_t>& first);

 private:
  using Clock = std::chrono::steady_clock;

  double seconds_;
  int passes_;
  std::int64_t least_observations_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point pass_start_ = start_;
  double given_seconds_ = 0;     // to the last pass
  double overhead_seconds_ = 0;  // of a pass: what it took beyond what it was given
};

}  // namespace mpigauge
