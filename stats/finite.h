#pragma once

#include <span>
#include <vector>

namespace mpigauge {

// Every estimator refuses NaN and infinity: throws std::invalid_argument where a value is one.
void RequireFinite(std::span<const double> values);

// An ascending copy. Throws as RequireFinite does: NaN cannot be sorted.
std::vector<double> Sorted(std::span<const double> values);

// A confidence is above 0 and below 1: throws std::invalid_argument where it is not.
void RequireConfidence(double confidence);

// The values that are there: a missing one is NaN.
std::vector<double> Present(std::vector<double> values);

}  // namespace mpigauge
