#pragma once

#include <cstdint>
#include <vector>

#include "simulator/trace/event.h"

namespace mpigauge {

// The computation within a rank's CPU time.
struct Computation {
  static constexpr std::int64_t kNothingFound = -1;

  // Before each call; kNothingFound: a test or probe that found nothing, which can be left out. The computation before
  // it is then counted to the thread's next call.
  std::vector<std::int64_t> nanoseconds;

  std::int64_t polls = 0;  // that found nothing
  std::int64_t polling_nanoseconds = 0;
};

// See ToProgramOptions::polling_seconds. The time before MPI_Init does not count.
Computation ComputationOf(const RankTrace& trace, double polling_seconds);

}  // namespace mpigauge
