#pragma once

#if defined(__x86_64__) || defined(__i386__)
#include <x86intrin.h>
#endif

#include <cstdint>
#include <string>

namespace mpigauge {

// The processor's time stamp counter. RDTSCP waits for the instructions before it, LFENCE holds back those behind
// it: neither the operation nor its surroundings move over the reading (Intel SDM 4B, RDTSCP). 0 elsewhere than on
// x86.
inline std::int64_t ReadTsc() {
#if defined(__x86_64__) || defined(__i386__)
  unsigned processor = 0;
  const auto ticks = static_cast<std::int64_t>(__rdtscp(&processor));
  _mm_lfence();
  return ticks;
#else
  return 0;
#endif
}

// Ticks to nanoseconds in fixed point, so that a reading costs one multiplication and keeps every digit. 32 bits
// behind the point are half a nanosecond in a second.
struct TscScale {
  std::int64_t base_ticks = 0;
  std::int64_t base_ns = 0;
  std::int64_t ns_per_tick = 0;  // times 2^32

  std::int64_t Nanoseconds(std::int64_t ticks) const {
    return base_ns + static_cast<std::int64_t>((static_cast<__int128>(ticks - base_ticks) * ns_per_tick) >> 32);
  }
};

// The properties of its counter that the processor reports.
struct TscFeatures {
  bool x86 = false;
  bool rdtscp = false;     // CPUID 0x80000001, EDX bit 27
  bool invariant = false;  // CPUID 0x80000007, EDX bit 8: it neither stops nor changes its rate with the processor
};
TscFeatures ReadTscFeatures();

// Why the counter is no clock here, in words; empty where it is one.
std::string WhyNoTsc(const TscFeatures& features = ReadTscFeatures());

// Finds the scale by CLOCK_MONOTONIC_RAW over `duration_ns`; the nanoseconds go on where that clock is. Its error
// is some tens of nanoseconds by the duration: 1 ppm for 50 ms. Only where WhyNoTsc() is empty.
TscScale CalibrateTsc(std::int64_t duration_ns);

inline constexpr std::int64_t kTscCalibration = 50'000'000;  // ns

}  // namespace mpigauge
