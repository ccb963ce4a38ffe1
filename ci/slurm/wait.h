#pragma once

#include <functional>
#include <ostream>
#include <vector>

#include "ci/slurm/outcome.h"

namespace mpigauge {

// Sleeps so many seconds. False where somebody stops us (Ctrl-C). Tests have a clock of their own.
using Pause = std::function<bool(double)>;

// The real one: while it lives, SIGINT, SIGTERM and SIGHUP end a pause and nothing else.
Pause MakePause();

struct WaitEnd {
  std::vector<TaskOutcome> tasks;  // at the last look
  bool interrupted = false;
  bool gave_up = false;  // Slurm has not answered for ten minutes
};

// Looks at the job until all of its tasks have ended, and says on `progress` what changes. A Slurm that does
// not answer for a while is waited for: the job goes on without it.
WaitEnd WaitForJob(Slurm& slurm, const JobFolder& folder, const Pause& pause, std::ostream& progress, bool terminal);

}  // namespace mpigauge
