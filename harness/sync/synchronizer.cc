#include "harness/sync/synchronizer.h"

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace mpigauge {

void StartSlack::Begin() {
  ns_ = kFirst;
  was_on_time_ = false;
}

void StartSlack::Learn(StartQuality quality) {
  spoiled_in_a_row_ = quality == StartQuality::kOnTime ? 0 : spoiled_in_a_row_ + 1;
  if (quality == StartQuality::kHeldUp) return;
  was_on_time_ = was_on_time_ || quality == StartQuality::kOnTime;
  const double growth = was_on_time_ ? 1.5 : 2;
  const double factor = quality == StartQuality::kCameLate ? growth : 0.995;
  ns_ = std::clamp(ns_ * factor, static_cast<double>(kLeast), most_);
}

void StartSlack::BreakStep() {
  if (spoiled_in_a_row_ < kSpoiledInARow) return;
  std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution<int>(0, 8000)(random_)));
}

StartQuality WaitFor(const GlobalClock& clock, std::int64_t start, bool yield) {
  const std::int64_t local_start = clock.ToLocal(start);
  std::int64_t now = clock.timer.Now();
  if (now > local_start) return StartQuality::kCameLate;
  while (now < local_start) {
    if (yield) sched_yield();
    now = clock.timer.Now();
  }
  return !yield && now > local_start + kHeldUpTolerance ? StartQuality::kHeldUp : StartQuality::kOnTime;
}

}  // namespace mpigauge
