#pragma once

#include <vector>

#include "harness/state/visit.h"
#include "record/record.h"

namespace mpigauge {

// Overhead subtraction. Source: SKaMPI 3.1 [SK10]; optional, because mpptest's ninth peril argues against it: the
// overhead of an empty measurement need not be that of a full one.
//
// The overhead of a series is the median of an empty one: the same mode, synchronizer, timer and ranks, no operation,
// as many visits in the same passes.

// Adds the empty series that are missing for the modes and the numbers of ranks of the others. The same on all ranks.
void AddEmptySeries(const Instruments& instruments, std::vector<Series>& series);

// By what is known so far; 0 where nothing is taken off this series, or nothing is known. Rank 0's.
double OverheadOf(const Series& one, const std::vector<Series>& all);

// When all is measured: every series gets its overhead. Rank 0's.
void SubtractOverhead(std::vector<Series>& series);

// What was taken off goes into the record's context ("overhead"), and which series have a median below it
// ("below_overhead"), which is said on standard error too: their figure is 0. On rank 0.
void RecordOverhead(LaunchRecord& record);

}  // namespace mpigauge
