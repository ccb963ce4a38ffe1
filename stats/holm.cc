#include "stats/holm.h"

#include <algorithm>
#include <numeric>

namespace mpigauge {

std::vector<double> HolmAdjusted(std::span<const double> p_values) {
  const std::size_t n = p_values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(n);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    largest = std::max(largest, std::min(1.0, static_cast<double>(n - i) * p_values[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

}  // namespace mpigauge
