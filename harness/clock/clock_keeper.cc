#include "harness/clock/clock_keeper.h"

#include <algorithm>

namespace mpigauge {

ClockCheck ClockKeeper::Look() { return CheckClocks(sync_.control(), sync_.groups(), clock_, looks_++); }

void ClockKeeper::Remember(const ClockCheck& check) {
  worst_.apart_ns = std::max(worst_.apart_ns, check.apart_ns);
  if (check.surely_ns <= worst_.surely_ns) return;
  worst_.surely_ns = check.surely_ns;
  worst_.rank = check.rank;
}

ClockCheck ClockKeeper::SynchronizeUntilTogether() {
  ClockCheck check;
  bool again = true;
  for (int attempt = 0; attempt < kAttempts && again; ++attempt) {
    sync_.Synchronize(clock_);
    synchronized_ns_ = clock_.timer.Now();
    check = Look();
    again = check.surely_ns > kTolerable;
    sync_.control().Broadcast(again);
  }
  Remember(check);
  return check;
}

void ClockKeeper::Begin() { begin_ = SynchronizeUntilTogether(); }

void ClockKeeper::Resynchronize() {
  if (sync_.groups().one_clock()) return;
  bool old = clock_.timer.Now() - synchronized_ns_ > age_ns_;
  sync_.control().Broadcast(old);
  if (!old) return;
  Remember(Look());
  SynchronizeUntilTogether();
  ++resynchronizations_;
}

void ClockKeeper::End() {
  end_ = Look();
  Remember(end_);
}

}  // namespace mpigauge
