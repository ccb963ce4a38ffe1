#pragma once

#include <cstdint>

#include "harness/agree/control.h"
#include "harness/clock/clock_groups.h"
#include "harness/clock/clock_sync.h"
#include "harness/clock/global_clock.h"

namespace mpigauge {

// How far apart the global clocks are found to be, where they should be one.
struct ClockCheck {
  std::int64_t apart_ns = 0;   // the largest offset from rank 0's
  std::int64_t surely_ns = 0;  // what is left of the largest when its error by causality is taken off
  int rank = 0;                // where that is
};

// Keeps the global clock of a launch right and says how right it was.
class ClockKeeper {
 public:
  // Corrects `clock` from now on; a synchronization serves for `age_ns` at most.
  ClockKeeper(ClockSync sync, GlobalClock& clock, std::int64_t age_ns)
      : sync_(std::move(sync)), clock_(clock), age_ns_(age_ns) {}

  // Synchronizes for the first time, then looks how far apart the clocks are. Collective.
  void Begin();
  // Is called between two passes: where the last synchronization is older than its age on rank 0's clock, looks how far
  // the clocks went apart under it and synchronizes again. Collective.
  void Resynchronize();
  // Looks for the last time. Collective.
  void End();

  // Rank 0's.
  const ClockCheck& begin() const { return begin_; }
  const ClockCheck& end() const { return end_; }
  const ClockCheck& worst() const { return worst_; }  // of all looks
  int resynchronizations() const { return resynchronizations_; }

  // A synchronization after which the clocks are surely further apart than this is done again, a few times: one that
  // was preempted throughout knows little.
  static constexpr std::int64_t kTolerable = 100;  // ns
  static constexpr int kAttempts = 5;

 private:
  ClockCheck Look();
  ClockCheck SynchronizeUntilTogether();
  void Remember(const ClockCheck& check);

  ClockSync sync_;
  GlobalClock& clock_;
  std::int64_t age_ns_;
  std::int64_t synchronized_ns_ = 0;
  int looks_ = 0;
  int resynchronizations_ = 0;
  ClockCheck begin_;
  ClockCheck end_;
  ClockCheck worst_;
};

}  // namespace mpigauge
