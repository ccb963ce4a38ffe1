#include "ci/doctor/testing.h"

#include <gtest/gtest.h>

#include <fstream>

namespace mpigauge {

MadeHost::MadeHost() : root_(std::filesystem::path(testing::TempDir()) / "made host") {
  std::filesystem::remove_all(root_);
  std::filesystem::create_directories(root_ / "tmp");
  const std::string clock = "sys/devices/system/clocksource/clocksource0/";
  Write(clock + "current_clocksource", "tsc\n");
  Write(clock + "available_clocksource", "tsc hpet acpi_pm\n");
  const std::string cpus = "sys/devices/system/cpu/";
  for (int cpu = 0; cpu < 8; ++cpu) {
    const std::string folder = cpus + "cpu" + std::to_string(cpu) + "/";
    Write(folder + "cpufreq/scaling_governor", "performance\n");
    Write(folder + "topology/thread_siblings_list", std::to_string(cpu) + "\n");
  }
  Write(cpus + "intel_pstate/no_turbo", "1\n");
  Write(cpus + "smt/active", "0\n");
  Write("sys/devices/system/node/node0/numastat", "");
  Write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  Write("sys/fs/cgroup/cpu.max", "max 100000\n");
  Write("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu tsc constant_tsc nonstop_tsc\n");
  Write("proc/self/status", "Name:\tmpigauge\nCpus_allowed:\tff\nCpus_allowed_list:\t0-7\n");
  Write("proc/self/cgroup", "0::/\n");
  Write("proc/loadavg", "0.03 0.05 0.00 1/200 4711\n");
  Write("proc/meminfo", "MemTotal: 32768000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
  Write("proc/cmdline", "quiet\n");
  Write("proc/sys/kernel/numa_balancing", "0\n");
  AddOpenMpi("opt/openmpi-5.0.7", "5.0.7");
}

void MadeHost::Write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories((root_ / path).parent_path());
  std::ofstream(root_ / path) << text;
}

void MadeHost::Remove(const std::string& path) { std::filesystem::remove_all(root_ / path); }

void MadeHost::AddProgram(const std::string& path, const std::string& script) {
  Write(path, "#!/bin/sh\n" + script);
  std::filesystem::permissions(root_ / path, std::filesystem::perms::owner_all);
}

void MadeHost::AddOpenMpi(const std::string& prefix, const std::string& version) {
  AddLauncher(prefix + "/bin/mpirun", "mpirun (Open MPI) " + version);
}

void MadeHost::AddMpich(const std::string& prefix, const std::string& version) {
  AddLauncher(prefix + "/bin/mpiexec.hydra", "HYDRA build details:\n    Version:      " + version);
}

void MadeHost::AddLauncher(const std::string& path, const std::string& says) {
  // A call with anything but --version starts an MPI program.
  AddProgram(path, "[ \"$*\" = --version ] || { touch \"$0.started\"; exit 1; }\necho '" + says + "'\n");
}

}  // namespace mpigauge
