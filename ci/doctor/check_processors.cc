#include <fmt/format.h>

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
  one.found = *active == "1" ? "two or more a core are on" : "one a core";
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
  one.found = fmt::format("{} on {} may be used, for {}", Counted(machine.allowed.size(), "processor"),
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

}  // namespace mpigauge
