#include "harness/environment/arithmetic.h"

#include <chrono>

namespace mpigauge {

std::int64_t Arithmetic::Time(int rounds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (int round = 0; round < rounds; ++round) {
    for (double& value : values_) value = 0.5 * value + 0.25;
  }
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

}  // namespace mpigauge
