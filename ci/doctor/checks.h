#pragma once

#include <vector>

#include "ci/doctor/diagnosis.h"
#include "ci/doctor/machine.h"

namespace mpigauge {

// One look each; what a machine does not tell is ok and says so.
Diagnosis CheckClock(const Machine& machine);
Diagnosis CheckGovernor(const Machine& machine);
Diagnosis CheckTurbo(const Machine& machine);
Diagnosis CheckSmt(const Machine& machine);
Diagnosis CheckBinding(const Machine& machine);
Diagnosis CheckLoad(const Machine& machine);
Diagnosis CheckQuota(const Machine& machine);
Diagnosis CheckVirtualMachine(const Machine& machine);
Diagnosis CheckHugePages(const Machine& machine);
Diagnosis CheckSwap(const Machine& machine);
Diagnosis CheckNumaBalancing(const Machine& machine);
Diagnosis CheckKernelCommandLine(const Machine& machine);
Diagnosis CheckTempFolder(const Machine& machine);
Diagnosis CheckSharedMemory(const Machine& machine);
Diagnosis CheckMpi(const Machine& machine);
Diagnosis CheckSlurm(const Machine& machine);

// All of them.
std::vector<Diagnosis> Diagnose(const Machine& machine);

}  // namespace mpigauge
