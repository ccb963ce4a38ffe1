#include "ci/doctor/cpu_sample.h"

#include <algorithm>
#include <limits>
#include <sstream>

namespace mpigauge {
namespace {

constexpr double kBusyShare = 0.1;

// "cpu user nice system idle iowait irq softirq steal guest guest_nice": guests' time is in user's already.
void ReadTotals(const HostFiles& files, CpuSample& sample) {
  constexpr int kSteal = 7;
  for (const std::string& line : files.Lines("proc/stat")) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (!name.starts_with("cpu")) continue;
    if (name != "cpu") {
      ++sample.processors;
      continue;
    }
    double ticks = 0;
    for (int field = 0; field <= kSteal && words >> ticks; ++field) {
      sample.total += ticks;
      if (field == kSteal) sample.steal = ticks;
    }
  }
}

// "17 (name) S ...": the name may hold blanks and brackets; user and system time are the 12th and 13th word behind it.
CpuSample::Process ReadProcess(const std::string& line) {
  const auto open = line.find('(');
  const auto close = line.rfind(')');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  CpuSample::Process process{line.substr(open + 1, close - open - 1), 0};
  std::istringstream words(line.substr(close + 1));
  std::string word;
  for (int i = 0; i < 11; ++i) words >> word;
  double user = 0;
  double system = 0;
  if (words >> user >> system) process.ticks = user + system;
  return process;
}

}  // namespace

CpuSample SampleCpu(const HostFiles& files) {
  CpuSample sample;
  ReadTotals(files, sample);
  for (const std::string& id : files.Names("proc", "[0-9]*")) {
    const auto line = files.FirstLine("proc/" + id + "/stat");
    if (line) sample.processes[std::stoi(id)] = ReadProcess(*line);
  }
  return sample;
}

std::vector<BusyProcess> BusyProcesses(const CpuSample& before, const CpuSample& after, int own_id) {
  std::vector<BusyProcess> busy;
  const double of_one = (after.total - before.total) / std::max(after.processors, 1);
  if (of_one <= 0) return busy;
  for (const auto& [id, process] : after.processes) {
    const auto old = before.processes.find(id);
    if (id == own_id) continue;
    const double ticks = old == before.processes.end() ? 0 : old->second.ticks;  // else it has started since
    const double share = (process.ticks - ticks) / of_one;
    if (share >= kBusyShare) busy.push_back({id, process.name, share});
  }
  std::sort(busy.begin(), busy.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  return busy;
}

double StolenShare(const CpuSample& before, const CpuSample& after) {
  const double passed = after.total - before.total;
  return passed > 0 ? (after.steal - before.steal) / passed : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace mpigauge
