#pragma once

#include <optional>
#include <span>

#include "harness/stats/interval.h"

namespace mpigauge {

// Student's interval of the mean [KU8]: mean +- t(n - 1) times the standard error. Right for values that are
// normal and independent, or many. Nothing for fewer than two values. Throws std::invalid_argument where a value
// is not finite or the confidence not between 0 and 1.
std::optional<Interval> MeanInterval(std::span<const double> values, double confidence);

// The standard error of the mean divided by the mean [SK7]; see Moments. Throws as MeanInterval does.
double RelativeStandardError(std::span<const double> values);

}  // namespace mpigauge
