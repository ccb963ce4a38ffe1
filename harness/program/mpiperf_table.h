#pragma once

#include <string>

#include "harness/record/record.h"

namespace mpigauge {

// MPIPerf's report of every series (Kurnosov 5) [KU9], microseconds: of all its observations, less the overhead where
// that is taken off. Beside the paper's standard error stands the right one.
std::string MpiperfTables(const LaunchRecord& record);

// The same of each rank's own durations, where the record has them.
std::string RankTables(const LaunchRecord& record);

}  // namespace mpigauge
