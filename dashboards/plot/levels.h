#pragma once

#include <cstddef>
#include <span>
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

}  // namespace mpigauge
