#pragma once

#include <array>

#include "harness/agree/control.h"

namespace mpigauge {

// How long a fixed piece of arithmetic takes while all ranks do it. A virtual machine's processors are parts of others,
// which have more or less else to do: its programs then take up to twice as long, and messages hardly longer.
class Pace {
 public:
  explicit Pace(const Control& control) : control_(control) { values_.fill(1); }

  // Seconds: the fastest of a few times, of the slowest rank; on rank 0. Some 100 us. Collective.
  double Measure();

 private:
  const Control& control_;
  alignas(64) std::array<double, 2048> values_;  // in the first-level cache
};

}  // namespace mpigauge
