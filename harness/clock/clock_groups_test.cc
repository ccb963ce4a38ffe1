#include "harness/clock/clock_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

namespace mpigauge {
namespace {

// The time namespace's name is empty where the kernel has none.
TEST(ClockIdentity, IsThatOfTheBootAndOfTheTimeNamespace) {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  ASSERT_EQ(boot.size(), 36u);
  std::array<char, 64> name{};
  const ssize_t length = readlink("/proc/self/ns/time", name.data(), name.size());
  const std::string time_namespace(name.data(), static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  EXPECT_TRUE(time_namespace.empty() || time_namespace.starts_with("time:[")) << time_namespace;
  EXPECT_EQ(ClockIdentity(), boot + " " + time_namespace);
}

TEST(ClockGroups, OneClockHasOneLeader) {
  const Control control(MPI_COMM_WORLD);
  const ClockGroups groups = FindClockGroups(control, ClockIdentity());
  EXPECT_TRUE(groups.one_clock());
  EXPECT_EQ(groups.place, control.root() ? 0 : -1);
}

// Even ranks on one clock, odd ones on another: rank 0 and rank 1 lead, and what they know reaches the others.
TEST(ClockGroups, LeadersPassOnToTheirOwn) {
  const Control control(MPI_COMM_WORLD);
  const int rank = control.rank();
  const ClockGroups groups = FindClockGroups(control, rank % 2 == 0 ? "even" : "odd");
  EXPECT_EQ(groups.count(), std::min(control.size(), 2));
  EXPECT_EQ(groups.place, rank < 2 ? rank : -1);
  int value = 100 + rank;
  PassOn(control, groups, value);
  EXPECT_EQ(value, 100 + rank % 2);
}

}  // namespace
}  // namespace mpigauge
