#include "harness/clock/timer_tsc.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include <cmath>
#include <limits>

#include "harness/clock/timer.h"

namespace mpigauge {
namespace {

struct Pair {
  std::int64_t ticks = 0;
  std::int64_t ns = 0;
};

// Both clocks at one moment: of several attempts the one in which they were read closest to each other.
Pair ReadBoth() {
  constexpr int kAttempts = 50;
  const Timer raw;
  Pair best;
  std::int64_t narrowest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < kAttempts; ++i) {
    const std::int64_t before = ReadTsc();
    const std::int64_t ns = raw.Now();
    const std::int64_t after = ReadTsc();
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    best = {before + (after - before) / 2, ns};
  }
  return best;
}

}  // namespace

TscFeatures ReadTscFeatures() {
  TscFeatures features;
#if defined(__x86_64__) || defined(__i386__)
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  features.x86 = true;
  features.rdtscp = __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (d & (1U << 27)) != 0;
  features.invariant = __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d & (1U << 8)) != 0;
#endif
  return features;
}

std::string WhyNoTsc(const TscFeatures& features) {
  if (!features.x86) return "a time stamp counter is not available on this processor (not x86)";
  if (!features.rdtscp) return "the processor has no RDTSCP";
  if (!features.invariant) {
    return "the processor's time stamp counter is not invariant (CPUID 0x80000007, EDX bit 8)";
  }
  return "";
}

TscScale CalibrateTsc(std::int64_t duration_ns) {
  const Timer raw;
  const Pair start = ReadBoth();
  while (raw.Now() - start.ns < duration_ns) {
  }
  const Pair end = ReadBoth();
  const double ns_per_tick = static_cast<double>(end.ns - start.ns) / static_cast<double>(end.ticks - start.ticks);
  return {end.ticks, end.ns, std::llround(std::ldexp(ns_per_tick, 32))};
}

}  // namespace mpigauge
