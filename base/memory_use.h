#pragma once

#include <cstdint>

namespace mpigauge {

// Memory of this process, in bytes; 0 where the kernel does not tell.
struct MemoryUse {
  std::int64_t resident = 0;      // pages that are there (RSS)
  std::int64_t proportional = 0;  // the same, but a page of several processes counts in each with its share (PSS)
};

MemoryUse MemoryInUse();

}  // namespace mpigauge
