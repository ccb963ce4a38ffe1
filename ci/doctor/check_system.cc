#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>

#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

// These words change how quiet a processor is. The check shows no other words of the kernel's command line.
const std::vector<std::string> kWords = {
    "isolcpus=",   "nohz_full=", "rcu_nocbs=", "idle=", "processor.max_cstate=", "intel_idle.max_cstate=",
    "mitigations="};

// "managed_irq,domain,2-7": flags, then the list.
std::set<int> Isolated(const std::string& word) { return ParseProcessorList(word.substr(word.find('=') + 1)); }

}  // namespace

Diagnosis CheckKernelCommandLine(const Machine& machine) {
  Diagnosis one{"kernel parameters", Health::kOk, "no processor is isolated",
                "on a processor that is isolated (isolcpus, nohz_full) neither other processes nor the timer interrupt "
                "stop a rank",
                ""};
  std::istringstream line(machine.files.FirstLine("proc/cmdline").value_or(""));
  std::vector<std::string> found;
  std::set<int> isolated;
  for (std::string word; line >> word;) {
    const bool known =
        std::any_of(kWords.begin(), kWords.end(), [&](const auto& name) { return word.starts_with(name); });
    if (known) found.push_back(word);
    if (word.starts_with("isolcpus=")) isolated = Isolated(word);
  }
  if (!found.empty()) one.found = fmt::format("{}", fmt::join(found, " "));
  std::set<int> unused;
  for (const int cpu : isolated) {
    if (!machine.allowed.contains(cpu)) unused.insert(cpu);
  }
  if (unused.empty()) return one;
  one.health = Health::kAdvice;
  one.why =
      "the kernel keeps processes off isolated processors unless they ask for them, so the ranks run on the noisy ones";
  one.change = fmt::format("taskset --cpu-list {} mpigauge ...", fmt::join(unused, ","));
  return one;
}

namespace {

constexpr double kNoQuota = std::numeric_limits<double>::infinity();

// Version 2: "200000 100000" or "max 100000".
double QuotaV2(const Machine& machine, const std::string& folder) {
  std::istringstream words(machine.files.FirstLine(folder + "/cpu.max").value_or(""));
  double quota = 0;
  double period = 0;
  return words >> quota >> period && period > 0 ? quota / period : kNoQuota;
}

// Version 1: two files; -1 is none.
double QuotaV1(const Machine& machine, const std::string& folder) {
  double quota = -1;
  double period = 0;
  std::istringstream(machine.files.FirstLine(folder + "/cpu.cfs_quota_us").value_or("-1")) >> quota;
  std::istringstream(machine.files.FirstLine(folder + "/cpu.cfs_period_us").value_or("0")) >> period;
  return quota > 0 && period > 0 ? quota / period : kNoQuota;
}

// The least of a group and of all above it. In a namespace of its own the path may lead outside; the root is there.
double LeastQuota(const Machine& machine, const std::string& mount, const std::string& group,
                  double (*quota)(const Machine&, const std::string&)) {
  double least = quota(machine, mount);
  std::string folder = mount;
  for (const auto& name : std::filesystem::path(group).relative_path()) {
    folder += "/" + name.string();
    least = std::min(least, quota(machine, folder));
  }
  return least;
}

// Processors' worth of time that this process's control groups allow; infinite where nothing is set.
double Quota(const Machine& machine) {
  double least = std::min(QuotaV2(machine, "sys/fs/cgroup"), QuotaV1(machine, "sys/fs/cgroup/cpu"));
  for (const std::string& line : machine.files.Lines("proc/self/cgroup")) {
    const auto group = line.rfind(':');
    const auto id = line.find(':');
    if (group == std::string::npos || group == id) continue;
    const std::string controllers = "," + line.substr(id + 1, group - id - 1) + ",";
    if (controllers == ",,")
      least = std::min(least, LeastQuota(machine, "sys/fs/cgroup", line.substr(group + 1), QuotaV2));
    if (controllers.find(",cpu,") != std::string::npos) {
      least = std::min(least, LeastQuota(machine, "sys/fs/cgroup/cpu", line.substr(group + 1), QuotaV1));
    }
  }
  return least;
}

std::string ContainerName(const Machine& machine) {
  if (machine.files.Exists(".dockerenv")) return "Docker container";
  if (machine.files.Exists("run/.containerenv")) return "Podman container";
  if (const auto name = machine.files.FirstLine("run/systemd/container")) return *name + " container";
  return "";
}

}  // namespace

Diagnosis CheckQuota(const Machine& machine) {
  const std::string container = ContainerName(machine);
  const double quota = Quota(machine);
  Diagnosis one{"container", Health::kOk, container.empty() ? "none" : container,
                "a group that has used up its quota stands still until the next period, tens of milliseconds later",
                ""};
  if (quota == kNoQuota) {
    one.found += ", no quota of processor time";
    return one;
  }
  one.found += fmt::format(", quota of {:.2f} processors", quota);
  one.health = quota < machine.ranks ? Health::kProblem : Health::kAdvice;
  one.change =
      "pin instead of throttling: docker run --cpuset-cpus=0-3 without --cpus; in systemd AllowedCPUs= without "
      "CPUQuota=";
  return one;
}

namespace {

constexpr double kMuchStolen = 0.01;

// "QEMU Standard PC": what the firmware says that this machine is.
std::string Product(const Machine& machine) {
  std::string text;
  for (const char* name : {"sys_vendor", "product_name"}) {
    const auto word = machine.files.FirstLine(fmt::format("sys/class/dmi/id/{}", name));
    if (word && !word->empty()) text += (text.empty() ? "" : " ") + *word;
  }
  return text;
}

}  // namespace

Diagnosis CheckVirtualMachine(const Machine& machine) {
  const std::string flags = " " + machine.files.Value("proc/cpuinfo", "flags").value_or("") + " ";
  Diagnosis one{"virtual machine", Health::kOk, "no",
                "another guest may take the processor at any time, and the guest cannot see the host's layout of "
                "caches and memory",
                ""};
  if (flags.find(" hypervisor ") == std::string::npos) return one;
  const std::string product = Product(machine);
  one.found = product.empty() ? "yes" : "yes, " + product;
  const double stolen = StolenShare(machine.before, machine.after);
  if (!std::isnan(stolen)) one.found += fmt::format(", {:.1f}% of the time stolen just now", 100 * stolen);
  one.health = Health::kAdvice;
  one.change = stolen > kMuchStolen ? "ask for dedicated processors, or measure at another hour"
                                    : "measure on bare metal where you can; if not, side by side "
                                      "(mpigauge gate --baseline-mpi ...) and with more launches";
  return one;
}

}  // namespace mpigauge
