#pragma once

#include <span>

#include "harness/agree/control.h"
#include "harness/environment/arithmetic.h"
#include "harness/environment/pair_page.h"
#include "harness/environment/places.h"
#include "harness/record/record.h"

namespace mpigauge {

// What a visit's times depend on besides the library, measured without MPI: see ReferenceTimes. On a virtual machine
// whose host moves and shares processors these change within seconds, by factors, and with them what messages cost,
// while everything that the machine says of itself stays the same.
class ReferenceKernels {
 public:
  // `places` of all ranks. Collective.
  ReferenceKernels(const Control& control, std::span<const Place> places, bool oversubscribed)
      : control_(control), page_(control, places, oversubscribed), measured_(!oversubscribed) {}

  // Of each reference the fastest of a few short rounds, of the rank or pair that needs longest; on rank 0, zeros
  // elsewhere. Zero is also what cannot be measured: everything where ranks share processors, and what is handed over
  // where no neighbours are on one host. The work is the same whatever the clocks say. Some 20 us, and up to 150 us
  // where processors are far apart. Collective.
  ReferenceTimes Measure();

 private:
  const Control& control_;
  PairPage page_;
  Arithmetic arithmetic_;
  bool measured_;  // the same on all ranks
};

}  // namespace mpigauge
