#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mpigauge {

// Times counted in classes that are one percent wide: a sample of any size in a few hundred numbers, exact enough for
// the shares that lie above a time. Class i begins 1.01^i picoseconds from zero; the first holds shorter times, too.
struct TimeClass {
  std::int32_t index = 0;
  std::int32_t count = 0;
  bool operator==(const TimeClass&) const = default;
};

// The classes that hold any times, by index.
using TimeClasses = std::vector<TimeClass>;

// Throws std::invalid_argument where a time (seconds) is NaN or infinite.
TimeClasses CountTimes(std::span<const double> seconds);

// The end of a class, in seconds.
double EndOfClass(int index);

// The number of classes that a ratio above 1 spans, rounded up.
int ClassesOfRatio(double ratio);

// The class of the smallest time that the share `p` of the sample does not exceed. Of an empty sample 0.
int QuantileClass(const TimeClasses& classes, double p);

// The share of the sample in classes above `index`. Of an empty sample 0.
double ShareAbove(const TimeClasses& classes, int index);

}  // namespace mpigauge
