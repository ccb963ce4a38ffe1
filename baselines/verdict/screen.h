#pragma once

#include <span>
#include <string>

#include "baselines/compare/same_state.h"

namespace mpigauge {

struct ScreenSettings {
  double miss = 0.02;         // the chance that a series slower by exactly the tolerance passes here
  std::size_t min_runs = 10;  // with fewer past runs nothing is passed
  std::size_t max_runs = 30;  // of the newest
};

// The result of comparing a new run with the stored baseline.
struct ScreenResult {
  bool passed = false;
  std::size_t runs = 0;  // past runs that count
  double change = 0;     // the new run against their mean; log, 0.05 is 5% slower
  double upper = 0;      // the change is below it with confidence 1 - miss; infinite where nothing is known
  double deviation = 0;  // standard deviation of the past runs
  double p_slower = 1;   // one-sided: the new run is slower than a run of theirs (Student's t, as for `upper`)
  std::string reason;    // why it is not clear, in words; empty where it passed
  SameState state;       // of the machine in the new run and in theirs
};

// One figure of a run: the Hodges-Lehmann location of its launches' logarithms. NaN where it has none.
double RunValue(std::span<const double> launch_logs);

// Stage 1. Runs differ by more than their launches do (the hour, the nodes), so the run is the unit: Student's
// prediction interval for one more value from past runs' values (oldest first; NaN: not measured). A series passes if
// the upper limit of its change is below the tolerance (log). It never fails here, since the hour may cause the
// difference. The limit is at least `log_tick` above the change, which is what the timer cannot tell from none.
ScreenResult ScreenNewRun(std::span<const double> run_values, double new_value, double log_tolerance,
                          const ScreenSettings& settings, double log_tick = 0);

// If the machine was in another state in the new run than in the past ones, the screen decides nothing: the new run is
// neither passed nor slower.
void DoubtAnotherState(const SameState& state, ScreenResult& result);

}  // namespace mpigauge
