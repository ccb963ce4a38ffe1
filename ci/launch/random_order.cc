#include "ci/launch/random_order.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace mpigauge {

std::vector<std::size_t> RandomOrder(std::uint64_t seed, std::uint32_t stream, std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::seed_seq parts{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32), stream};
  std::mt19937_64 random(parts);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

}  // namespace mpigauge
