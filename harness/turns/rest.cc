#include "harness/turns/rest.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace mpigauge {
namespace {

double SecondsOn(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Waited Waited::Now() { return {SecondsOn(CLOCK_MONOTONIC), SecondsOn(CLOCK_PROCESS_CPUTIME_ID)}; }

WaitingUse UseOf(const Control& control, const Waited& waited) {
  WaitingUse use;
  use.seconds = waited.seconds;
  const double own = waited.seconds > 0 ? waited.processor_seconds / waited.seconds : 0;
  for (const std::string& text : control.GatherToRoot(fmt::format("{:.6f}", own))) {
    const double share = std::strtod(text.c_str(), nullptr);
    use.all += share;
    use.most = std::max(use.most, share);
  }
  return use;
}

WaitingUse Rest(const Control& control) {
  Waited waited;
  waited.Add([] { std::this_thread::sleep_for(std::chrono::duration<double>(kLeastWaitSeconds)); });
  return UseOf(control, waited);
}

}  // namespace mpigauge
