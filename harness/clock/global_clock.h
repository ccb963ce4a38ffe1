#pragma once

#include <cmath>
#include <cstdint>

#include "harness/clock/timer.h"

namespace mpigauge {

// This rank's clock and how far it is from rank 0's, whose time is the global time. Whole nanoseconds throughout:
// only what the drift adds since the reference is ever a double.
struct GlobalClock {
  Timer timer = {};
  std::int64_t offset_ns = 0;     // local minus global, at the reference
  std::int64_t error_ns = 0;      // the offset is right within this much, by causality; 0 where the clock is shared
  double drift = 0;               // what the offset gains in a second of local time; 0 where none was found
  double drift_error = 0;         // the drift is right within this much
  std::int64_t reference_ns = 0;  // local

  std::int64_t Now() const { return ToGlobal(timer.Now()); }
  std::int64_t ToGlobal(std::int64_t local_ns) const {
    return local_ns - offset_ns - std::llround(drift * static_cast<double>(local_ns - reference_ns));
  }
  // The inverse of ToGlobal within 1 ns.
  std::int64_t ToLocal(std::int64_t global_ns) const {
    const std::int64_t local_ns = global_ns + offset_ns;
    return local_ns + std::llround(drift / (1 - drift) * static_cast<double>(local_ns - reference_ns));
  }
  // How wrong ToGlobal may be at this local time.
  std::int64_t ErrorAt(std::int64_t local_ns) const {
    return error_ns + std::llround(drift_error * std::fabs(static_cast<double>(local_ns - reference_ns)));
  }
};

}  // namespace mpigauge
