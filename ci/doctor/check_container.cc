#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <sstream>

#include "ci/doctor/checks.h"

namespace mpigauge {
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

}  // namespace mpigauge
