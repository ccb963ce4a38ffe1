#pragma once

#include <span>
#include <vector>

namespace mpigauge {

// Benjamini and Hochberg's step-up adjustment of p values (1995): of the rejections (adjusted value below alpha) at
// most the share alpha is false on average, where tests are independent or positively dependent. For looking around; a
// gate wants HolmAdjusted. In the order of the input.
std::vector<double> BenjaminiHochbergAdjusted(std::span<const double> p_values);

}  // namespace mpigauge
