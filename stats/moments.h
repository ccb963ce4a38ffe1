#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

namespace mpigauge {

// Mean and variance of values that come one by one (Welford 1962): no sum of squares is subtracted from another,
// so nothing cancels. Constant work and memory for each value.
class Moments {
 public:
  void Add(double value) {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
  }

  std::int64_t count() const { return count_; }
  double mean() const { return mean_; }  // 0 of nothing
  // Divisor n - 1; 0 for fewer than two values.
  double StandardDeviation() const { return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1)); }
  double StandardError() const { return StandardDeviation() / std::sqrt(static_cast<double>(count_)); }
  // The standard error of the mean divided by the mean [SK7]; infinite for fewer than two values and where the
  // mean is not positive: nothing is known of the precision then.
  double RelativeStandardError() const {
    if (count_ < 2 || mean_ <= 0) return std::numeric_limits<double>::infinity();
    return StandardError() / mean_;
  }

 private:
  std::int64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations from the mean
};

inline Moments MomentsOf(std::span<const double> values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return moments;
}

}  // namespace mpigauge
