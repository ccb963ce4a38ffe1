#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "record/record.h"

namespace mpigauge {

// A series that computed wrong data, or ended in errors, in some launches of a run.
struct SeriesFault {
  std::string series;
  std::string case_name;
  Fault first;
  std::int64_t launches = 0;  // so many had a fault of this kind in it
};

// The faults of a run, by series. Launches that crashed or hung count, too.
struct RunFaults {
  std::vector<SeriesFault> all;  // wrong data first, then by name
  std::int64_t launches = 0;     // of the run

  bool HasWrongData() const;
};

// Returns the faults of these launches of one run: wrong data, errors, crashes and hangs. Series that the machine did
// not let us measure are no fault of the library, and self-tests of the harness are left out.
RunFaults FaultsOf(const std::vector<LaunchRecord>& launches);
RunFaults FaultsOf(Store& store, const std::string& run_id);

// "allreduce/bytes:8/ranks:2: wrong data in 3 of 10 launches (rank 1: element 3 is 0, should be 7)": a line for each,
// and one for all beyond the tenth. Names and messages come from outside, so they are escaped as for a terminal.
std::vector<std::string> FaultLines(const RunFaults& faults);

// Throws Error (usage), which says what to do, where the run computed wrong data: such a run is no baseline.
void RequireRightData(const RunFaults& faults, const std::string& run_id);

}  // namespace mpigauge
