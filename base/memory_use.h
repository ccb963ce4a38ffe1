#pragma once

#include <cstdint>

namespace mpigauge {

// Memory of this process, in bytes; 0 where the kernel does not tell.
struct MemoryUse {
  std::int64_t resident = 0;      // pages that are there (RSS)
  std::int64_t proportional = 0;  // the same, but a page of several processes counts in each with its share (PSS)
};

MemoryUse MemoryInUse();

// The most that was resident since the program began (VmHWM), in bytes; 0 where the kernel does not tell.
std::int64_t PeakResident();

}  // namespace mpigauge
