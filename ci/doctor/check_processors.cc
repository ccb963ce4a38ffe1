#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

// Cores among the processors that this process may use; as many as processors where the machine does not tell.
std::size_t AllowedCores(const Machine& machine) {
  std::set<std::string> cores;
  for (const int cpu : machine.allowed) {
    const auto siblings =
        machine.files.FirstLine(fmt::format("sys/devices/system/cpu/cpu{}/topology/thread_siblings_list", cpu));
    cores.insert(siblings.value_or(std::to_string(cpu)));
  }
  return cores.size();
}

}  // namespace

Diagnosis CheckSmt(const Machine& machine) {
  Diagnosis one{"hardware threads", Health::kOk, "unknown",
                "a process on the other thread of a core takes part of the core from the rank", ""};
  const auto active = machine.files.FirstLine("sys/devices/system/cpu/smt/active");
  if (!active) return one;
  one.found = *active == "1" ? "two or more per core are enabled" : "one per core";
  if (*active != "1") return one;
  one.health = Health::kAdvice;
  one.change =
      "echo off > /sys/devices/system/cpu/smt/control    # or leave the other threads of the ranks' cores idle";
  return one;
}

Diagnosis CheckBinding(const Machine& machine) {
  const std::size_t ranks = static_cast<std::size_t>(machine.ranks);
  const std::size_t cores = AllowedCores(machine);
  Diagnosis one{"processors", Health::kOk, "unknown",
                "ranks that share a processor wait for each other by the "
                "scheduler's clock, a thousand times longer than for a message",
                ""};
  if (machine.allowed.empty()) return one;
  one.found = fmt::format("{} on {} are available for {}", Counted(machine.allowed.size(), "processor"),
                          Counted(cores, "core"), Counted(ranks, "rank"));
  if (ranks > machine.allowed.size()) {
    one.health = Health::kProblem;
    one.change = fmt::format(
        "measure with at most {} here, or give this process more processors (taskset, the "
        "container's cpuset, --cpus-per-task)",
        Counted(machine.allowed.size(), "rank"));
  } else if (ranks > cores) {
    one.health = Health::kAdvice;
    one.why = "two ranks on one core share its units, and their placement changes the times";
    one.change = fmt::format("measure with at most {} here", Counted(cores, "rank"));
  } else if (ranks == cores) {
    one.health = Health::kAdvice;
    one.why = "the ranks take every core, so any other process stops a rank, if only for a moment";
    one.change = cores > 2 ? fmt::format("measure with {} ranks, or on a machine with more cores", cores - 1)
                           : "measure on a machine with more cores";
  }
  return one;
}

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

namespace {

// These clocks are read without a system call, at some 20 ns.
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

namespace {

constexpr std::size_t kMostNamed = 3;

}  // namespace

Diagnosis CheckLoad(const Machine& machine) {
  Diagnosis one{"load", Health::kOk, "",
                "other processes take processors and caches away from the ranks, and not equally "
                "from all launches",
                ""};
  double minute = 0;
  std::istringstream(machine.files.FirstLine("proc/loadavg").value_or("0")) >> minute;
  const auto busy = BusyProcesses(machine.before, machine.after, getpid());
  std::vector<std::string> words;
  for (const BusyProcess& process : busy) {
    if (words.size() == kMostNamed) break;
    words.push_back(fmt::format("{} ({}) {:.0f}%", process.name, process.id, 100 * process.share));
  }
  one.found =
      fmt::format("load average {:.2f}; {}", minute,
                  words.empty() ? "no other process computes" : fmt::format("busy: {}", fmt::join(words, ", ")));
  if (busy.size() > kMostNamed) one.found += fmt::format(" and {} more", busy.size() - kMostNamed);
  const double left = static_cast<double>(machine.allowed.size()) - machine.ranks;
  if (busy.empty() && minute <= std::max(left, 0.5)) return one;
  one.health = Health::kAdvice;
  one.change = "wait until they are done, or measure on a machine (or an --exclusive node) of your own";
  return one;
}

}  // namespace mpigauge
