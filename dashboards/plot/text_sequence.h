#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "baselines/history/movement.h"

namespace mpigauge {

// Between two steps values keep to one level: the median of values[begin, end).
struct Level {
  std::size_t begin = 0;
  std::size_t end = 0;
  double value = 0;
};

// In their order; there is at least one value.
std::vector<Level> LevelsBetween(std::span<const double> values, const std::vector<Movement>& movements);

struct TextSequenceSettings {
  std::size_t width = 72;  // columns for values, all of which are used; more values share them, by their median
  std::size_t height = 14;
  bool colors = false;
  std::vector<std::string> labels = {};  // of each value, such as its date; empty: the axis has none
};

// A plot for a terminal: one '*' per value (seconds, in time order, oldest on the left), '-' the level between
// changes, below the values a mark for each change ('^' slower, 'v' faster, '/' and '\' for drifts), and below these
// as many labels as fit, each with a '+' in the axis where its value is. Plain ASCII. Empty where there is no value.
std::string TextSequence(std::span<const double> seconds, const std::vector<Movement>& movements,
                         const TextSequenceSettings& settings);

}  // namespace mpigauge
