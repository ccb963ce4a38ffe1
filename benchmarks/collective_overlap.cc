#include "benchmarks/collective_overlap.h"

namespace mpigauge::collectives {

double LargestOverRanks(const State& state, double value) {
  double largest = value;
  PMPI_Allreduce(&value, &largest, 1, MPI_DOUBLE, MPI_MAX, state.comm());
  return largest;
}

double OverlapPercent(double pure_seconds, double compute_seconds, double total_seconds) {
  if (pure_seconds <= 0) return 0;
  return std::clamp(100 * (1 - (total_seconds - compute_seconds) / pure_seconds), 0.0, 100.0);
}

}  // namespace mpigauge::collectives
