#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/plural.h"
#include "ci/doctor/machine.h"

namespace mpigauge {

enum class Health {
  kOk,
  kAdvice,   // measuring works, and would be quieter
  kProblem,  // what is measured here would mean nothing, or cannot be measured
};

// The finding of one look at the machine.
struct Diagnosis {
  std::string check;  // "governor"
  Health health = Health::kOk;
  std::string found;   // "powersave on 4 of 8 processors"
  std::string why;     // it matters for measuring
  std::string change;  // a command, or what to do; empty where nothing is to be changed
};

std::string HealthName(Health health);  // "ok", "advice", "problem"

Health Worst(const std::vector<Diagnosis>& all);

// A table of what was found, then reason and change of each that is not ok.
std::string DiagnosesText(const std::vector<Diagnosis>& all, bool colors);

// A list of {"check", "state", "found", "why", "change"}.
Json DiagnosesJson(const std::vector<Diagnosis>& all);

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
