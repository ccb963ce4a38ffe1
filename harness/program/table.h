#pragma once

#include <string>

#include "record/record.h"

namespace mpigauge {

// The launch as people who know OSU read it: a block per case and number of ranks, a line per message size,
// microseconds.
std::string LaunchTable(const LaunchRecord& record);

// The lines in front of any table: the machine and the library of the launch.
std::string TableHeader(const LaunchRecord& record);

// "allreduce, 2 ranks: ...": what all series of a block share.
std::string TableTitle(const SeriesRecord& series);
bool InOneTable(const SeriesRecord& one, const SeriesRecord& other);

// "bcast/bytes:8/ranks:2: error on rank 1: ...", a line.
std::string FaultLine(const SeriesRecord& series);

// The launch as OSU's benchmarks print theirs, for scripts that read these: a table for each case and number of ranks
// with a line for each message size, "# Size  Latency (us)" or "# Size  Bandwidth (MB/s)". The number is OSU's, the
// mean over all observations (less the overhead, where that is taken off). Whatever has no such table, and every fault,
// is a line that begins with '#'.
std::string OsuTables(const LaunchRecord& record);

// MPIPerf's report of every series (Kurnosov 5) [KU9], microseconds: of all its observations, less the overhead where
// that is taken off. Beside the paper's standard error stands the right one.
std::string MpiperfTables(const LaunchRecord& record);

// MPIPerf's report of each rank's own durations, if the record has them.
std::string RankTables(const LaunchRecord& record);

}  // namespace mpigauge
