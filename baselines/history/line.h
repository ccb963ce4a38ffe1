#pragma once

#include <span>

namespace mpigauge {

// The line of least squares through values at 0, 1, 2, ...
struct Line {
  double start = 0;
  double slope = 0;
  double squares = 0;  // sum of squared distances from the line
};

Line FitLine(std::span<const double> values);

}  // namespace mpigauge
