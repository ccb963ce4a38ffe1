#pragma once

#include <string>

namespace mpigauge {

// MPI_Init_thread with this level ("single", "multiple", ...); what it took is kept for the cases (ThisStartUp).
void InitializeMpi(int& argc, char**& argv, const std::string& threads);

// MPI_Finalize, when all ranks have come to it; returns the seconds that it took.
double FinalizeMpi();

}  // namespace mpigauge
