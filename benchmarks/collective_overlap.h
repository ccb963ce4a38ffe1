#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "benchmarks/timed_computation.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {

// Collective; not through the functions that an interposer may slow.
double LargestOverRanks(const State& state, double value);

// The median of a fixed number of times of `operation` after a barrier; the largest over the ranks. Collective.
template <typename Operation>
double PureSeconds(const State& state, Operation operation) {
  std::array<double, 11> seconds;
  operation();
  for (double& one : seconds) {
    PMPI_Barrier(state.comm());
    const std::int64_t start = state.timer().Now();
    operation();
    one = static_cast<double>(state.timer().Now() - start) * 1e-9;
  }
  auto* median = seconds.begin() + seconds.size() / 2;
  std::nth_element(seconds.begin(), median, seconds.end());
  return LargestOverRanks(state, *median);
}

// The share of an operation's time that the computation hid.
double OverlapPercent(double pure_seconds, double compute_seconds, double total_seconds);

// The loop of a case that starts an operation by `start(request)`, computes as long as it takes alone, with `tests`
// calls of MPI_Test meanwhile, and waits. Counts the overlap. Source: OSU, IMB-NBC, MPIPerf 7 [KU15].
template <typename Start>
void ComputeMeanwhile(State& state, int tests, MPI_Request* request, Start start) {
  const double pure = PureSeconds(state, [&] {
    start(request);
    Checked(MPI_Wait(request, MPI_STATUS_IGNORE));
  });
  TimedComputation computation(state.timer(), pure);
  for (auto _ : state) {
    start(request);
    computation.Run(tests, [&] {
      int done = 0;
      Checked(MPI_Test(request, &done, MPI_STATUS_IGNORE));
    });
    Checked(MPI_Wait(request, MPI_STATUS_IGNORE));
  }
  const double compute = LargestOverRanks(state, computation.MedianSeconds());
  const double total = LargestOverRanks(state, state.MedianOwnSeconds());
  state.Counter("pure_seconds", pure);
  state.Counter("compute_seconds", compute);
  state.Counter("overlap_percent", OverlapPercent(pure, compute, total));
}

}  // namespace mpigauge::collectives
