#pragma once

#include <cstdint>

namespace mpigauge {

// How far this rank's clock was from another's.
struct OffsetPoint {
  std::int64_t time_ns = 0;    // on this rank's clock
  std::int64_t offset_ns = 0;  // this rank's clock minus the other's
  std::int64_t error_ns = 0;   // the offset is right within this much, by causality
};

}  // namespace mpigauge
