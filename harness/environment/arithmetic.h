#pragma once

#include <array>
#include <cstdint>

namespace mpigauge {

// A fixed piece of arithmetic on numbers that lie in the first-level cache. A virtual machine's processors are parts of
// others, which have more or less else to do: its programs then take up to twice as long, and messages hardly longer.
class Arithmetic {
 public:
  Arithmetic() { values_.fill(1); }

  // Once over all numbers, so many times; how long that took, in nanoseconds. A round takes about 0.3 us.
  std::int64_t Time(int rounds);

 private:
  alignas(64) std::array<double, 2048> values_;
};

}  // namespace mpigauge
