#include "benchmarks/collective_overlap.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>

namespace mpigauge::collectives {
namespace {

double SecondsOf(const Timer& timer, const std::function<void()>& function) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 5; ++i) {
    const std::int64_t start = timer.Now();
    function();
    least = std::min(least, static_cast<double>(timer.Now() - start) * 1e-9);
  }
  return least;
}

}  // namespace

// A chain, of which each step needs the one before.
void Computation::Compute(std::int64_t steps) {
  std::uint64_t value = 1;
  for (std::int64_t i = 0; i < steps; ++i) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    benchmark::DoNotOptimize(value);
  }
}

double Computation::SecondsPerStep(const Timer& timer) {
  constexpr std::int64_t kSteps = 20'000;
  static const double seconds = SecondsOf(timer, [] { Compute(kSteps); }) / kSteps;
  return seconds;
}

Computation::Computation(const Timer& timer, double seconds)
    : steps_(std::llround(seconds / SecondsPerStep(timer))), seconds_(SecondsOf(timer, [this] { Compute(steps_); })) {}

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
