#pragma once

#include "harness/agree/control.h"
#include "record/waiting_use.h"

namespace mpigauge {

// The time and the processor time that a rank, with all its threads, took while it waited.
struct Waited {
  double seconds = 0;
  double processor_seconds = 0;

  // Calls `wait`, which comes back when the wait is over, and adds what it took.
  template <typename Wait>
  void Add(const Wait& wait) {
    const Waited before = Now();
    wait();
    const Waited after = Now();
    seconds += after.seconds - before.seconds;
    processor_seconds += after.processor_seconds - before.processor_seconds;
  }

 private:
  static Waited Now();
};

// The processors that the ranks took on average while they waited; on rank 0. Collective.
WaitingUse UseOf(const Control& control, const Waited& waited);

// All ranks sleep for kLeastWaitSeconds, which is long enough to tell whether their processes have threads that do not.
// Collective.
WaitingUse Rest(const Control& control);

}  // namespace mpigauge
