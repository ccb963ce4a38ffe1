#include <fmt/format.h>

#include <set>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

// Those that are read without a system call, at some 20 ns.
const std::set<std::string> kFast = {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "timebase"};

bool HasFlag(const Machine& machine, const std::string& flag) {
  const auto flags = machine.files.Value("proc/cpuinfo", "flags");
  return flags && (" " + *flags + " ").find(" " + flag + " ") != std::string::npos;
}

}  // namespace

Diagnosis CheckClock(const Machine& machine) {
  const std::string folder = "sys/devices/system/clocksource/clocksource0/";
  const auto source = machine.files.FirstLine(folder + "current_clocksource");
  const bool invariant = HasFlag(machine, "constant_tsc") && HasFlag(machine, "nonstop_tsc");
  Diagnosis one{"clock", Health::kOk, "",
                "operations take less than a microsecond, and a clock that costs a system "
                "call takes as long itself",
                ""};
  one.found = fmt::format("{}, {} time stamp counter", source.value_or("unknown clock source"),
                          invariant ? "invariant" : "no invariant");
  if (!source || kFast.contains(*source)) return one;
  const auto available = machine.files.FirstLine(folder + "available_clocksource").value_or("");
  one.health = invariant && *source != "jiffies" ? Health::kAdvice : Health::kProblem;
  one.change =
      available.find("tsc") != std::string::npos
          ? fmt::format("echo tsc > /{}current_clocksource", folder)
          : "boot with the kernel parameter tsc=reliable, or ask why the kernel rejected tsc: dmesg | grep -i tsc";
  return one;
}

}  // namespace mpigauge
