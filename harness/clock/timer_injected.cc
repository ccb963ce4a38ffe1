#include "harness/clock/timer_injected.h"

#include <cmath>

namespace mpigauge {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014): neighbouring times get unrelated numbers.
std::uint64_t Scrambled(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31);
}

}  // namespace

std::int64_t InjectedError::Shown(std::int64_t true_ns) const {
  const std::int64_t gained = std::llround(drift * static_cast<double>(true_ns - origin_ns));
  const std::int64_t shown = true_ns + offset_ns + gained + Jitter(true_ns);
  return shown - (shown % tick_ns + tick_ns) % tick_ns;
}

std::int64_t InjectedError::Jitter(std::int64_t true_ns) const {
  if (jitter_ns == 0) return 0;
  const auto choices = static_cast<std::uint64_t>(2 * jitter_ns + 1);
  const auto chosen = Scrambled(static_cast<std::uint64_t>(true_ns) ^ Scrambled(seed)) % choices;
  return static_cast<std::int64_t>(chosen) - jitter_ns;
}

}  // namespace mpigauge
