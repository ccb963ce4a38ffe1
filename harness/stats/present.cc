#include "harness/stats/present.h"

#include <cmath>

namespace mpigauge {

std::vector<double> Present(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return values;
}

}  // namespace mpigauge
