#include "benchmarks/timed_computation.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

namespace mpigauge {
namespace {

// A chain, of which each step needs the one before.
void Compute(std::int64_t steps) {
  std::uint64_t value = 1;
  for (std::int64_t i = 0; i < steps; ++i) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    benchmark::DoNotOptimize(value);
  }
}

// The fastest of several tries was disturbed least.
double StepsPerSecond(const Timer& timer) {
  constexpr std::int64_t kSteps = 20'000;
  static const double steps_per_second = [&timer] {
    std::int64_t least_ns = INT64_MAX;
    for (int i = 0; i < 5; ++i) {
      const std::int64_t start = timer.Now();
      Compute(kSteps);
      least_ns = std::min(least_ns, std::max<std::int64_t>(timer.Now() - start, 1));
    }
    return kSteps * 1e9 / static_cast<double>(least_ns);
  }();
  return steps_per_second;
}

}  // namespace

TimedComputation::TimedComputation(const Timer& timer, double seconds)
    : timer_(timer), steps_(std::llround(seconds * StepsPerSecond(timer))) {}

std::int64_t TimedComputation::NanosecondsOf(std::int64_t steps) const {
  const std::int64_t start = timer_.Now();
  Compute(steps);
  return timer_.Now() - start;
}

double TimedComputation::MedianSeconds() const {
  if (taken_ns_.empty()) return 0;
  std::vector<std::int64_t> times = taken_ns_;
  const auto median = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), median, times.end());
  return static_cast<double>(*median) * 1e-9;
}

}  // namespace mpigauge
