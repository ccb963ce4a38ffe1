#include "simulator/examples/pace.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "harness/clock/timer.h"

namespace mpigauge {

double Pace::Measure() {
  constexpr int kTimes = 4;
  constexpr int kRounds = 50;
  const Timer timer;
  std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
  for (int time = 0; time < kTimes; ++time) {
    control_.Barrier();
    const std::int64_t start = timer.Now();
    for (int round = 0; round < kRounds; ++round) {
      for (double& value : values_) value = 0.5 * value + 0.25;
    }
    fastest = std::min(fastest, timer.Now() - start);
  }
  control_.MaxToRoot({&fastest, 1});
  return static_cast<double>(fastest) * 1e-9;
}

}  // namespace mpigauge
