#pragma once

#include <span>
#include <string>
#include <vector>

#include "baselines/history/movement.h"

namespace mpigauge {

struct TextSequenceSettings {
  std::size_t width = 72;  // columns for values; more values than columns share them, by their median
  std::size_t height = 14;
  bool colors = false;
};

// A plot for a terminal: one '*' per value (seconds, in time order, oldest on the left), '-' the level between
// changes, and below the values a mark for each change: '^' slower, 'v' faster, '/' and '\' for drifts.
// Plain ASCII. Empty where there is no value.
std::string TextSequence(std::span<const double> seconds, const std::vector<Movement>& movements,
                         const TextSequenceSettings& settings);

}  // namespace mpigauge
