#pragma once

#include <vector>

namespace mpigauge {

// The values that are there: a missing one is NaN.
std::vector<double> Present(std::vector<double> values);

}  // namespace mpigauge
