#include "stats/finite.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace mpigauge {

void RequireFinite(std::span<const double> values) {
  for (const double value : values) {
    if (!std::isfinite(value)) throw std::invalid_argument("a sample holds a value that is not finite");
  }
}

std::vector<double> Sorted(std::span<const double> values) {
  RequireFinite(values);
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

void RequireConfidence(double confidence) {
  if (!(confidence > 0 && confidence < 1)) throw std::invalid_argument("a confidence lies between 0 and 1");
}

std::vector<double> Present(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return values;
}

}  // namespace mpigauge
