#pragma once

#include "harness/agree/control.h"
#include "harness/environment/arithmetic.h"

namespace mpigauge {

// How long a fixed piece of arithmetic takes while all ranks do it.
class Pace {
 public:
  explicit Pace(const Control& control) : control_(control) {}

  // Seconds: the fastest of a few times, of the slowest rank; on rank 0. Some 100 us. Collective.
  double Measure();

 private:
  const Control& control_;
  Arithmetic arithmetic_;
};

}  // namespace mpigauge
