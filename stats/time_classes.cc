#include "stats/time_classes.h"

#include <cmath>

#include "stats/finite.h"

namespace mpigauge {
namespace {

constexpr double kPicosecond = 1e-12;
constexpr double kLogWidth = 0.00995033085316809;  // log(1.01)

int ClassOf(double seconds) {
  return seconds <= kPicosecond ? 0 : static_cast<int>(std::log(seconds / kPicosecond) / kLogWidth);
}

std::int64_t CountAll(const TimeClasses& classes) {
  std::int64_t all = 0;
  for (const TimeClass& one : classes) all += one.count;
  return all;
}

}  // namespace

TimeClasses CountTimes(std::span<const double> seconds) {
  TimeClasses classes;
  for (const double time : Sorted(seconds)) {
    const int index = ClassOf(time);
    if (classes.empty() || classes.back().index != index) classes.push_back({index, 0});
    ++classes.back().count;
  }
  return classes;
}

double EndOfClass(int index) { return kPicosecond * std::exp(kLogWidth * (index + 1)); }

int ClassesOfRatio(double ratio) {
  constexpr double kRounding = 1e-9;
  return static_cast<int>(std::ceil(std::log(ratio) / kLogWidth - kRounding));
}

int QuantileClass(const TimeClasses& classes, double p) {
  constexpr double kRounding = 1e-9;  // 0.999 of 1000 times are 999
  const double wanted = p * static_cast<double>(CountAll(classes)) - kRounding;
  std::int64_t seen = 0;
  for (const TimeClass& one : classes) {
    seen += one.count;
    if (static_cast<double>(seen) >= wanted) return one.index;
  }
  return classes.empty() ? 0 : classes.back().index;
}

double ShareAbove(const TimeClasses& classes, int index) {
  std::int64_t above = 0;
  for (const TimeClass& one : classes) above += one.index > index ? one.count : 0;
  return classes.empty() ? 0 : static_cast<double>(above) / static_cast<double>(CountAll(classes));
}

}  // namespace mpigauge
