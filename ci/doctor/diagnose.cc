#include "ci/doctor/checks.h"

namespace mpigauge {

std::vector<Diagnosis> Diagnose(const Machine& machine) {
  std::vector<Diagnosis> all;
  for (const auto check : {CheckClock, CheckGovernor, CheckTurbo, CheckSmt, CheckBinding, CheckLoad, CheckQuota,
                           CheckVirtualMachine, CheckHugePages, CheckSwap, CheckNumaBalancing, CheckKernelCommandLine,
                           CheckTempFolder, CheckSharedMemory, CheckMpi, CheckSlurm}) {
    all.push_back(check(machine));
  }
  return all;
}

}  // namespace mpigauge
