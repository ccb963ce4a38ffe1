// Made hosts: one that is as it should be, and for each check one that is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/doctor/checks.h"
#include "ci/doctor/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

Diagnosis Of(const Machine& machine, const std::string& check) {
  for (const Diagnosis& one : Diagnose(machine)) {
    if (one.check == check) return one;
  }
  ADD_FAILURE() << "no check " << check;
  return {};
}

TEST(Doctor, AQuietMachineIsOkInEverything) {
  for (const Diagnosis& one : Diagnose(MadeHost().Look())) {
    EXPECT_EQ(one.health, Health::kOk) << one.check << ": " << one.found;
    EXPECT_FALSE(one.found.empty()) << one.check;
    EXPECT_FALSE(one.why.empty()) << one.check;
    EXPECT_EQ(one.change, "") << one.check;
  }
}

TEST(Doctor, AMachineThatTellsNothingIsNoProblem) {
  MadeHost host;
  host.Remove("sys");
  host.Remove("proc");
  EXPECT_EQ(Worst(Diagnose(host.Look())), Health::kOk) << DiagnosesText(Diagnose(host.Look()), false);
}

// One file is otherwise, one check says so, and all others stay ok.
struct Change {
  std::string check;
  std::string file;
  std::string text;
  Health health = Health::kAdvice;
  std::string found;
  std::string change;
};
std::ostream& operator<<(std::ostream& out, const Change& change) { return out << change.check << " " << change.text; }

class DoctorTest : public testing::TestWithParam<Change> {};

TEST_P(DoctorTest, NamesTheProblemAndTheChange) {
  MadeHost host;
  host.Write(GetParam().file, GetParam().text);
  for (const Diagnosis& one : Diagnose(host.Look())) {
    if (one.check != GetParam().check) {
      EXPECT_EQ(one.health, Health::kOk) << one.check << ": " << one.found;
      continue;
    }
    EXPECT_EQ(one.health, GetParam().health) << one.found;
    EXPECT_THAT(one.found, HasSubstr(GetParam().found));
    EXPECT_THAT(one.change, HasSubstr(GetParam().change));
  }
}

const std::string kClock = "sys/devices/system/clocksource/clocksource0/current_clocksource";
const std::string kCpu = "sys/devices/system/cpu/";

INSTANTIATE_TEST_SUITE_P(
    Checks, DoctorTest,
    testing::Values(
        Change{"clock", kClock, "hpet", Health::kAdvice, "hpet, invariant", "echo tsc > /sys/devices"},
        Change{"clock", kClock, "jiffies", Health::kProblem, "jiffies", "echo tsc"},
        Change{"governor", kCpu + "cpu3/cpufreq/scaling_governor", "powersave", Health::kAdvice,
               "performance on 7 processors, powersave on 1", "--governor performance"},
        Change{"turbo", kCpu + "intel_pstate/no_turbo", "0", Health::kAdvice, "on", "echo 1 > /sys"},
        Change{"hardware threads", kCpu + "smt/active", "1", Health::kAdvice, "two or more per core", "echo off >"},
        Change{"processors", "proc/self/status", "Cpus_allowed_list: 3\n", Health::kProblem, "1 processor on 1 core",
               "at most 1 rank "},
        Change{"processors", "proc/self/status", "Cpus_allowed_list: 3,5\n", Health::kAdvice, "2 processors on 2 cores",
               "more cores"},
        Change{"load", "proc/loadavg", "6.50 1 1 1/2 3", Health::kAdvice, "6.50", "wait"},
        Change{"container", "sys/fs/cgroup/cpu.max", "400000 100000", Health::kAdvice, "quota of 4.00",
               "--cpuset-cpus"},
        Change{"container", "sys/fs/cgroup/cpu.max", "150000 100000", Health::kProblem, "quota of 1.50", "pin"},
        Change{"virtual machine", "proc/cpuinfo", "flags : constant_tsc nonstop_tsc hypervisor", Health::kAdvice, "yes",
               "bare metal"},
        Change{"huge pages", "sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never", Health::kAdvice,
               "always", "echo madvise >"},
        Change{"swap", "proc/meminfo", "SwapTotal: 2097152 kB\nSwapFree: 1048576 kB\n", Health::kAdvice,
               "1024 of 2048 MiB", "swapoff"},
        Change{"kernel parameters", "proc/cmdline", "secret=1 isolcpus=managed_irq,8-9 nohz_full=8-9", Health::kAdvice,
               "isolcpus=managed_irq,8-9 nohz_full=8-9", "taskset --cpu-list 8,9"}));

TEST(Doctor, OtherKernelParametersAreNobodysBusiness) {
  MadeHost host;
  host.Write("proc/cmdline", "root=/dev/sda token=secret idle=poll");
  EXPECT_EQ(Of(host.Look(), "kernel parameters").found, "idle=poll");
}

TEST(Doctor, AnAmdTurboIsFound) {
  MadeHost host;
  host.Remove(kCpu + "intel_pstate");
  host.Write(kCpu + "cpufreq/boost", "1\n");
  EXPECT_THAT(Of(host.Look(), "turbo").change, HasSubstr("echo 0 > /sys/devices/system/cpu/cpufreq/boost"));
}

TEST(Doctor, RanksOnTheThreadsOfOneCoreShareIt) {
  MadeHost host;
  host.Write(kCpu + "cpu2/topology/thread_siblings_list", "2,6\n");
  host.Write(kCpu + "cpu6/topology/thread_siblings_list", "2,6\n");
  host.Write("proc/self/status", "Cpus_allowed_list: 2,6\n");
  const Diagnosis one = Of(host.Look(), "processors");
  EXPECT_EQ(one.health, Health::kAdvice);
  EXPECT_THAT(one.found, HasSubstr("2 processors on 1 core are available"));
  EXPECT_THAT(one.why, HasSubstr("two ranks on one core"));
}

TEST(Doctor, MoreRanksThanProcessorsMakeNoSense) {
  EXPECT_EQ(Of(MadeHost().Look(9), "processors").health, Health::kProblem);
  EXPECT_EQ(Of(MadeHost().Look(7), "processors").health, Health::kOk);
}

TEST(Doctor, NumaBalancingMattersFromTwoNodesOn) {
  MadeHost host;
  host.Write("proc/sys/kernel/numa_balancing", "1\n");
  EXPECT_EQ(Of(host.Look(), "NUMA balancing").health, Health::kOk);
  host.Write("sys/devices/system/node/node1/numastat", "");
  EXPECT_EQ(Of(host.Look(), "NUMA balancing").health, Health::kAdvice);
}

// Both versions of control groups; the quota may be on a group above the own one.
TEST(Doctor, AQuotaIsFoundOnTheWayUp) {
  MadeHost host;
  host.Write("proc/self/cgroup", "0::/machine/job_7/step\n");
  host.Write("sys/fs/cgroup/machine/job_7/cpu.max", "300000 100000\n");
  EXPECT_THAT(Of(host.Look(), "container").found, HasSubstr("3.00 processors"));
  host.Remove("sys/fs/cgroup");
  host.Write("proc/self/cgroup", "3:cpuset:/\n2:cpu,cpuacct:/docker/abc\n");
  host.Write("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_quota_us", "250000\n");
  host.Write("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_period_us", "100000\n");
  EXPECT_THAT(Of(host.Look(), "container").found, HasSubstr("2.50 processors"));
  host.Write("sys/fs/cgroup/cpu/docker/abc/cpu.cfs_quota_us", "-1\n");
  EXPECT_THAT(Of(host.Look(), "container").found, HasSubstr("no quota"));
}

TEST(Doctor, BusyProcessesAreNamed) {
  Machine machine = MadeHost().Look();
  machine.before = {2, 1000, 0, {{17, {"make", 0}}, {18, {"idle", 5}}}};
  machine.after = {2, 1200, 10, {{17, {"make", 90}}, {18, {"idle", 5}}}};
  const Diagnosis one = Of(machine, "load");
  EXPECT_EQ(one.health, Health::kAdvice);
  EXPECT_THAT(one.found, HasSubstr("busy: make (17) 90%"));
}

TEST(Doctor, StolenTimeIsSaid) {
  MadeHost host;
  host.Write("proc/cpuinfo", "flags : constant_tsc nonstop_tsc hypervisor");
  host.Write("sys/class/dmi/id/sys_vendor", "QEMU\n");
  Machine machine = host.Look();
  machine.after = {2, 200, 10, {}};
  const Diagnosis one = Of(machine, "virtual machine");
  EXPECT_EQ(one.found, "yes, QEMU, 5.0% of the time stolen just now");
  EXPECT_THAT(one.change, HasSubstr("dedicated processors"));
}

TEST(Doctor, WithoutAnyMpiThereIsNothingToMeasure) {
  MadeHost host;
  host.Remove("opt");
  Machine machine = host.Look();
  EXPECT_EQ(Of(machine, "MPI").health, Health::kProblem);
  machine.modules = {"openmpi/5.0.3"};
  EXPECT_EQ(Of(machine, "MPI").health, Health::kAdvice);
  EXPECT_EQ(Of(machine, "MPI").change, "module load openmpi/5.0.3");
}

TEST(Doctor, ATemporaryFolderThatIsNotThereIsAProblem) {
  MadeHost host;
  host.Remove("tmp");
  EXPECT_EQ(Of(host.Look(), "temporary folder").health, Health::kProblem);
}

TEST(Doctor, SlurmIsShownWithItsPartitions) {
  Machine machine = MadeHost().Look();
  EXPECT_EQ(Of(machine, "Slurm").found, "none");
  machine.slurm.installed = true;
  machine.slurm.words = "Unable to contact slurm controller";
  EXPECT_THAT(Of(machine, "Slurm").found, HasSubstr("does not answer: Unable"));
  machine.slurm.answers = true;
  machine.slurm.nodes = {{"perf", true, true, 4, 128, "icelake", "infinite"},
                         {"old", false, false, 2, 8, "(null)", "1"}};
  machine.slurm.mpi_types = {"pmi2", "pmix"};
  EXPECT_EQ(
      Of(machine, "Slurm").found,
      "perf (default): 4 nodes of 128 processors, icelake; old: 2 nodes of 8 processors, down; srun --mpi: pmi2 pmix");
  EXPECT_EQ(Of(machine, "Slurm").change, "srun --exclusive mpigauge doctor");
  machine.slurm.in_job = true;
  EXPECT_EQ(Of(machine, "Slurm").health, Health::kOk);
}

TEST(Doctor, TheTextHasReasonsOnlyForWhatIsNotOk) {
  const std::vector<Diagnosis> all = {{"clock", Health::kOk, "tsc", "reason one", ""},
                                      {"swap", Health::kAdvice, "some", "reason two", "swapoff --all"}};
  EXPECT_EQ(DiagnosesText(all, false),
            "check  state   found\n"
            "clock  ok      tsc\n"
            "swap   advice  some\n"
            "\n"
            "swap: reason two.\n"
            "    swapoff --all\n");
  EXPECT_THAT(DiagnosesText(all, true), HasSubstr("\x1b["));
  EXPECT_EQ(DiagnosesJson(all)[1]["state"], "advice");
}

}  // namespace
}  // namespace mpigauge
