#pragma once

#include <cstdint>
#include <random>

#include "harness/clock/global_clock.h"
#include "harness/sync/synchronizer.h"

namespace mpigauge {

// How far ahead rank 0 sets the next start. Too little and ranks come late (the observation is lost), too much
// and time is wasted; so it grows when a rank came late and shrinks again while none does, within bounds. A rank
// that was held up while it waited is no reason to grow: the longer the wait, the likelier that is.
class StartSlack {
 public:
  // `yield`: ranks share processors, perhaps with other programs, and it takes many milliseconds until each of them
  // has had its turn.
  explicit StartSlack(bool yield) : most_(yield ? 100'000'000 : 1'000'000) {}

  std::int64_t ns() const { return static_cast<std::int64_t>(ns_); }
  // A visit begins: what was learnt before is forgotten. Where other programs want the processors, ranks come late
  // because they were preempted, and the slack grows. If it stayed, each observation of the next visit would spin for
  // all of it, use up the ranks' time slices and be preempted again: that launch, and no other one of its circle, would
  // stay slow for minutes.
  void Begin();
  // What became of the last start. A late share of about 1% is where growing and shrinking balance. Until a start has
  // succeeded it doubles: 100 us, which a wide network takes, are reached in six.
  void Learn(StartQuality quality);
  // On rank 0, after Learn: where start after start was spoiled, sleeps a random while of milliseconds. Ranks that
  // share their processors with other programs may get their time slices in turns that never overlap, and stay like
  // that for seconds, because all slices are equally long; who has slept wakes up at another point of the turn.
  void BreakStep();

  static constexpr std::int64_t kLeast = 500;  // ns
  std::int64_t most() const { return static_cast<std::int64_t>(most_); }

 private:
  static constexpr int kSpoiledInARow = 8;

  static constexpr double kFirst = 2000;  // ns

  double most_;
  double ns_ = kFirst;
  bool was_on_time_ = false;  // since the visit began
  int spoiled_in_a_row_ = 0;
  std::minstd_rand random_{std::random_device{}()};
};

// Waits for the global time `start`. `yield`: more ranks than processors. A waiting rank then gives its processor
// away, and being held up does not count: nobody could promise more.
StartQuality WaitFor(const GlobalClock& clock, std::int64_t start, bool yield);

inline constexpr std::int64_t kHeldUpTolerance = 1000;  // ns

}  // namespace mpigauge
