#include "simulator/trace_library/clocks.h"

#include <algorithm>
#include <array>

namespace mpigauge {

Moment MeasureEmptyBurst(bool with_cpu) {
  constexpr int kWarmUp = 200;
  constexpr int kBursts = 2001;
  std::array<std::int64_t, kBursts> wall{};
  std::array<std::int64_t, kBursts> cpu{};
  for (int i = -kWarmUp; i < kBursts; ++i) {
    const Moment begin = BurstBegins(with_cpu);
    const Moment end = BurstEnds(with_cpu);
    if (i < 0) continue;
    wall[i] = end.wall - begin.wall;
    cpu[i] = end.cpu - begin.cpu;
  }
  const auto median = [](std::array<std::int64_t, kBursts>& values) {
    std::nth_element(values.begin(), values.begin() + kBursts / 2, values.end());
    return values[kBursts / 2];
  };
  return {.wall = median(wall), .cpu = median(cpu)};
}

}  // namespace mpigauge
