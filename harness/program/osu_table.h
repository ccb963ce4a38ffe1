#pragma once

#include <string>

#include "harness/record/record.h"

namespace mpigauge {

// The launch as OSU's benchmarks print theirs, for scripts that read these: a table for each case and number of ranks
// with a line for each message size, "# Size  Latency (us)" or "# Size  Bandwidth (MB/s)". The number is OSU's, the
// mean over all observations (less the overhead, where that is taken off). Whatever has no such table, and every fault,
// is a line that begins with '#'.
std::string OsuTables(const LaunchRecord& record);

}  // namespace mpigauge
