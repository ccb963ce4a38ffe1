#include "simulator/examples/pace.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace mpigauge {

double Pace::Measure() {
  constexpr int kTimes = 4;
  constexpr int kRounds = 50;
  std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
  for (int time = 0; time < kTimes; ++time) {
    control_.Barrier();
    fastest = std::min(fastest, arithmetic_.Time(kRounds));
  }
  control_.MaxToRoot({&fastest, 1});
  return static_cast<double>(fastest) * 1e-9;
}

}  // namespace mpigauge
