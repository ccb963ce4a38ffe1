#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "baselines/history/change_point.h"

namespace mpigauge {

// The line of least squares through values at 0, 1, 2, ...
struct Line {
  double start = 0;
  double slope = 0;
  double squares = 0;  // sum of squared distances from the line
};

Line FitLine(std::span<const double> values);

// A change of level of one sequence: a step at `begin`, the first value of the new level, or a drift over
// values[begin, end).
struct Movement {
  enum class Kind { kStep, kDrift };
  Kind kind = Kind::kStep;
  std::size_t begin = 0;
  std::size_t end = 0;     // of a step: begin + 1
  double change = 0;       // of the level, in units of the values
  double p_value = 1;      // that there is no change; of a drift, that there is no trend
  std::size_t before = 0;  // values on the old level, back to the change before this one; of a drift 0
  std::size_t after = 0;
};

struct MovementSettings {
  double smallest_change = 0.01;  // of the level
  double drift_level = 0.005;     // of the trend test
};

// Returns the steps and drifts of the sequence. Steps that are smaller than the smallest change are dropped, the
// smallest first, and their neighbours measured anew: medians of whole segments. Steps in one direction are a drift
// where one straight line describes their stretch better than they do, by the Bayesian information criterion (Schwarz
// 1978; 2 parameters against 2 k + 1 of k steps), and where the test of Mann and Kendall finds a trend, its neighbours'
// correlation taken into account. A stretch without steps is a drift where that test finds one. No drift is smaller
// than the smallest change. In the order of `begin`. Lines and means follow outliers: move these in first.
std::vector<Movement> FindMovements(std::span<const double> values, const std::vector<ChangePoint>& points,
                                    const MovementSettings& settings);

}  // namespace mpigauge
