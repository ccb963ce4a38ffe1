#pragma once

namespace mpigauge {

// Listens to SIGUSR1, by which Slurm tells a task that its time limit comes soon, for as long as it lives.
// One at a time.
class TimeLimitSignal {
 public:
  TimeLimitSignal();
  TimeLimitSignal(const TimeLimitSignal&) = delete;
  TimeLimitSignal& operator=(const TimeLimitSignal&) = delete;
  ~TimeLimitSignal();

  static bool Announced();
};

}  // namespace mpigauge
