#pragma once

#include <string>

#include "record/record.h"

namespace mpigauge {

// MPI_Init_thread with this level ("single", "multiple", ...); what it took is kept for the cases (ThisStartUp).
void InitializeMpi(int& argc, char**& argv, const std::string& threads);

// MPI_Finalize, when all ranks have come to it; returns the seconds that it took.
double FinalizeMpi();

// The case that takes its time when all others are over, and when no case can run: MPI_Finalize. Source: MPIPerf 7
// [KU15].
inline constexpr const char* kFinalizeCase = "finalize";

// Returns the record as it is until MPI_Finalize has come back.
LaunchRecord WithoutFinalize(LaunchRecord record);

// Gives the case its time; false where it was not asked for.
bool SetFinalize(LaunchRecord& record, double seconds);

}  // namespace mpigauge
