#pragma once

#include <cstddef>

namespace mpigauge {

// The values from `index` on differ from those before it.
struct ChangePoint {
  std::size_t index = 0;
  double p_value = 1;
};

}  // namespace mpigauge
