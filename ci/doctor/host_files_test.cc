#include "ci/doctor/host_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/doctor/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HostFiles, WhatIsNotThereIsNoError) {
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

}  // namespace
}  // namespace mpigauge
