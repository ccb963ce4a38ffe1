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

// The overhead of a series as far as it is known; 0 if nothing is subtracted from this series, or nothing is known. On
// rank 0.
double OverheadOf(const Series& one, const std::vector<Series>& all);

// Gives every series its overhead, when all are measured. On rank 0.
void SubtractOverhead(std::vector<Series>& series);

// Writes the subtracted overhead into the record's context ("overhead"), and the series whose median is below it
// ("below_overhead"); standard error names these too, since their figure is 0. On rank 0.
void RecordOverhead(LaunchRecord& record);

}  // namespace mpigauge
