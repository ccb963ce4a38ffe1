#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "ci/doctor/checks.h"

namespace mpigauge {

Diagnosis CheckGovernor(const Machine& machine) {
  const std::string folder = "sys/devices/system/cpu";
  std::map<std::string, std::size_t> governors;
  for (const std::string& cpu : machine.files.Names(folder, "cpu[0-9]*")) {
    const auto governor = machine.files.FirstLine(folder + "/" + cpu + "/cpufreq/scaling_governor");
    if (governor) ++governors[*governor];
  }
  Diagnosis one{"governor", Health::kOk, "unknown (usual in virtual machines)",
                "a frequency that follows the load slows the work after a wait, by another factor in each launch", ""};
  if (governors.empty()) return one;
  std::vector<std::string> words;
  for (const auto& [governor, count] : governors)
    words.push_back(fmt::format("{} on {}", governor, Counted(count, "processor")));
  one.found = fmt::format("{}", fmt::join(words, ", "));
  if (governors.size() == 1 && governors.begin()->first == "performance") return one;
  one.health = Health::kAdvice;
  one.change = "cpupower frequency-set --governor performance";
  return one;
}

Diagnosis CheckTurbo(const Machine& machine) {
  Diagnosis one{"turbo", Health::kOk, "unknown (usual in virtual machines)",
                "a turbo frequency depends on the temperature and on the work of other cores", ""};
  const std::string intel = "sys/devices/system/cpu/intel_pstate/no_turbo";
  const std::string others = "sys/devices/system/cpu/cpufreq/boost";
  if (const auto off = machine.files.FirstLine(intel)) {
    one.found = *off == "1" ? "off" : "on";
    one.change = *off == "1" ? "" : "echo 1 > /" + intel;
  } else if (const auto boost = machine.files.FirstLine(others)) {
    one.found = *boost == "0" ? "off" : "on";
    one.change = *boost == "0" ? "" : "echo 0 > /" + others;
  }
  if (!one.change.empty()) one.health = Health::kAdvice;
  return one;
}

}  // namespace mpigauge
