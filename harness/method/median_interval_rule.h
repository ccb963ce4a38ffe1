#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/method/stopping_rule.h"

namespace mpigauge {

// Enough is an interval of the median, by order statistics at `confidence`, that is narrower than epsilon (0.02)
// times the median: precision of the very number that is reported. It is looked at when the sample has grown by a
// quarter, so all sorting together costs as much as a few sorts of the whole. Ending where it happens to be narrow
// makes it cover the median in about 94% of cases instead of 95% (simulated, independent skewed values); correlated
// observations cost more.
class MedianIntervalRule : public StoppingRule {
 public:
  explicit MedianIntervalRule(const StoppingOptions& options)
      : StoppingRule(options), epsilon_(options.epsilon.value_or(0.02)) {}

 private:
  void Observe(double seconds, std::int64_t operations) override;
  bool Satisfied() const override { return satisfied_; }
  bool Judge() const;

  double epsilon_;
  std::vector<double> sample_;
  std::size_t next_look_ = 6;  // below, the median has no interval at 0.95
  bool satisfied_ = false;     // at the last look
};

}  // namespace mpigauge
