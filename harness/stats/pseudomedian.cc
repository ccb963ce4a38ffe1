#include "harness/stats/pseudomedian.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace mpigauge {

double Pseudomedian(std::span<const double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> means;
  means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) means.push_back((values[i] + values[j]) / 2);
  }
  const auto middle = means.begin() + static_cast<std::ptrdiff_t>(means.size() / 2);
  std::nth_element(means.begin(), middle, means.end());
  if (means.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(means.begin(), middle)) / 2;
}

}  // namespace mpigauge
