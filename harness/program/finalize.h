#pragma once

#include "harness/record/record.h"

namespace mpigauge {

// The case that takes its time when all others are over, and when no case can run: MPI_Finalize. Source: MPIPerf 7
// [KU15].
inline constexpr const char* kFinalizeCase = "finalize";

// As the record is until MPI_Finalize has come back.
LaunchRecord WithoutFinalize(LaunchRecord record);

// Gives the case its time; false where it was not asked for.
bool SetFinalize(LaunchRecord& record, double seconds);

}  // namespace mpigauge
