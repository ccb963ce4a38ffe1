#pragma once

#include <cstdint>

namespace mpigauge {

// How long the repetitions of an operation must last in all, so that the tick of the timer matters less than epsilon:
// at least tick / epsilon. Source: SKaMPI 3.1 [SK8].
class LeastTime {
 public:
  // The tick in seconds.
  LeastTime(double tick_seconds, double epsilon) : least_seconds_(tick_seconds / epsilon) {}

  // `operations` of `seconds` each.
  void Add(double seconds, std::int64_t operations) { total_seconds_ += seconds * static_cast<double>(operations); }

  bool IsOver() const { return total_seconds_ >= least_seconds_; }

 private:
  double least_seconds_;
  double total_seconds_ = 0;
};

}  // namespace mpigauge
