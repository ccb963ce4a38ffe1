#pragma once

#include <map>
#include <string>
#include <vector>

#include "ci/doctor/host_files.h"

namespace mpigauge {

// The kernel's counts of processor time since boot, in its ticks.
struct CpuSample {
  struct Process {
    std::string name;
    double ticks = 0;
  };
  int processors = 0;
  double total = 0;  // of all processors, idle or not
  double steal = 0;  // what the hypervisor gave to others
  std::map<int, Process> processes;
};

CpuSample SampleCpu(const HostFiles& files);

struct BusyProcess {
  int id = 0;
  std::string name;
  double share = 0;  // of one processor
};

// Processes that took at least a tenth of a processor between two samples, busiest first; not `own_id`.
std::vector<BusyProcess> BusyProcesses(const CpuSample& before, const CpuSample& after, int own_id);

// The share of processor time that was stolen between the samples; NaN where no time passed.
double StolenShare(const CpuSample& before, const CpuSample& after);

}  // namespace mpigauge
