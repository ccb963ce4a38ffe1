// A clock that lies: CLOCK_MONOTONIC_RAW goes 20% slow, and everything that is measured by it seems to be faster.
// LD_PRELOAD=libmpigauge_clock.so
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto code = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
  if (code != 0 || clock != CLOCK_MONOTONIC_RAW) return code;
  const std::int64_t now = time->tv_sec * kSecond + time->tv_nsec;
  const std::int64_t shown = now / 5 * 4;
  time->tv_sec = shown / kSecond;
  time->tv_nsec = shown % kSecond;
  return code;
}
