#pragma once

#include <span>
#include <vector>

namespace mpigauge {

// Holm's step-down adjustment of p values (Holm 1979): an adjusted value below alpha is a rejection, and the
// probability of any false one among all is at most alpha. In the order of the input.
std::vector<double> HolmAdjusted(std::span<const double> p_values);

}  // namespace mpigauge
