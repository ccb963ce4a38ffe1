#include "harness/method/median_interval_rule.h"

#include "harness/stats/finite.h"
#include "harness/stats/order_interval.h"
#include "harness/stats/summary.h"

namespace mpigauge {

void MedianIntervalRule::Observe(double seconds, std::int64_t) {
  sample_.push_back(seconds);
  if (sample_.size() < next_look_) return;
  next_look_ = sample_.size() + 1 + sample_.size() / 4;
  satisfied_ = Judge();
}

bool MedianIntervalRule::Judge() const {
  const std::vector<double> sorted = Sorted(sample_);
  const auto interval = MedianInterval(sorted, options().confidence);
  return interval && interval->width() < epsilon_ * Quantile(sorted, 0.5);
}

}  // namespace mpigauge
