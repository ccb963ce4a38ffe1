#include "ci/doctor/host_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ci/doctor/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HostFiles, MissingFilesAreNoError) {
  const MadeHost host;
  EXPECT_EQ(host.files().FirstLine("no/such/file"), std::nullopt);
  EXPECT_EQ(host.files().Value("proc/meminfo", "NoSuchKey"), std::nullopt);
  EXPECT_THAT(host.files().Names("no/such/folder", "*"), IsEmpty());
  EXPECT_FALSE(host.files().Exists("no"));
}

TEST(HostFiles, AKeyIsTheWholeKey) {
  const MadeHost host;
  EXPECT_EQ(host.files().Value("proc/self/status", "Cpus_allowed"), "ff");
  EXPECT_EQ(host.files().Value("proc/self/status", "Cpus_allowed_list"), "0-7");
}

TEST(ParseProcessorList, AsTheKernelWritesThem) {
  EXPECT_THAT(ParseProcessorList("0-2,8"), ElementsAre(0, 1, 2, 8));
  EXPECT_THAT(ParseProcessorList("5\n"), ElementsAre(5));
  EXPECT_THAT(ParseProcessorList("managed_irq,domain,6-7"), ElementsAre(6, 7));
  EXPECT_THAT(ParseProcessorList(""), IsEmpty());
  EXPECT_THAT(ParseProcessorList("3-1,-,0-99999999999"), IsEmpty());
}

// Two processors; 17 runs `busy` ticks on them, and `stolen` were stolen, of `total` on both together.
CpuSample Sample(MadeHost& host, int total, int busy, int stolen) {
  host.Write("proc/stat", "cpu  " + std::to_string(total - stolen) + " 0 0 0 0 0 0 " + std::to_string(stolen) +
                              " 7 7\ncpu0 1\ncpu1 1\nintr 5\n");
  host.Write("proc/17/stat",
             "17 (odd) name (x) S 1 2 3 4 5 6 7 8 9 10 " + std::to_string(busy) + " 2 0 0 20 0 1 0 5\n");
  host.Write("proc/18/stat", "18 (idle) S 1 2 3 4 5 6 7 8 9 10 1 1 0 0 20 0 1 0 5\n");
  return SampleCpu(host.files());
}

TEST(CpuSample, BusyProcessesAreFoundWithTheirShareOfOneProcessor) {
  MadeHost host;
  const CpuSample before = Sample(host, 1000, 100, 10);
  const CpuSample after = Sample(host, 1200, 150, 20);
  const auto busy = BusyProcesses(before, after, 0);
  ASSERT_EQ(busy.size(), 1U);
  EXPECT_EQ(busy[0].id, 17);
  EXPECT_EQ(busy[0].name, "odd) name (x");
  EXPECT_DOUBLE_EQ(busy[0].share, 0.5);
  EXPECT_DOUBLE_EQ(StolenShare(before, after), 0.05);
  EXPECT_TRUE(BusyProcesses(before, after, 17).empty());
  CpuSample without = before;
  without.processes.clear();
  EXPECT_EQ(BusyProcesses(without, after, 0)[0].share, 1.52);  // it has started since
}

TEST(CpuSample, NoTimeBetweenSamplesSaysNothing) {
  MadeHost host;
  const CpuSample sample = Sample(host, 1000, 100, 10);
  EXPECT_TRUE(BusyProcesses(sample, sample, 0).empty());
  EXPECT_TRUE(std::isnan(StolenShare(sample, sample)));
}

}  // namespace
}  // namespace mpigauge
