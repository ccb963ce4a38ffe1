#pragma once

#include <string>

#include "harness/record/record.h"

namespace mpigauge {

// The launch as people who know OSU read it: a block per case and number of ranks, a line per message size,
// microseconds.
std::string LaunchTable(const LaunchRecord& record);

// What the launch ran on, in front of any table.
std::string TableHeader(const LaunchRecord& record);

// "allreduce, 2 ranks: ...": what all series of a block share.
std::string TableTitle(const SeriesRecord& series);
bool InOneTable(const SeriesRecord& one, const SeriesRecord& other);

// "bcast/bytes:8/ranks:2: error on rank 1: ...", a line.
std::string FaultLine(const SeriesRecord& series);

}  // namespace mpigauge
