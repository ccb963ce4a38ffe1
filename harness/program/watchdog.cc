#include "harness/program/watchdog.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {

Watchdog::Watchdog(int rank, int ranks, double limit_seconds)
    : rank_(rank), ranks_(ranks), limit_(limit_seconds), thread_([this] { Sleep(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

// Does not wake the thread: it finds the later time when its sleep ends.
void Watchdog::Watch(const std::string& what, double patience) {
  const std::lock_guard lock(mutex_);
  what_ = what;
  patience_ = patience;
  since_ = Clock::now();
}

void Watchdog::Sleep() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    const std::chrono::duration<double> limit = patience_ * limit_;
    if (Clock::now() - since_ < limit) {
      // Not longer than the plain limit: what comes next may have less patience.
      wake_.wait_until(lock, std::min(since_ + std::chrono::duration_cast<Clock::duration>(limit),
                                      Clock::now() + std::chrono::duration_cast<Clock::duration>(limit_)));
      continue;
    }
    const std::string text =
        fmt::format("mpigauge-bench: rank {} of {}: {}: {} for {}; giving up (--watchdog sets the limit)\n", rank_,
                    ranks_, what_, phase_.load(), FormatWallTime(limit.count()));
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
    // The launcher kills the other ranks as soon as one is gone; they get the time to say where they are.
    std::this_thread::sleep_for(std::chrono::seconds(1));
    _exit(static_cast<int>(ExitCode::kNotMeasured));
  }
}

}  // namespace mpigauge
