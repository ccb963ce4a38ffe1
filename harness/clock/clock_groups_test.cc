#include "harness/clock/clock_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(ClockIdentity, IsNotEmpty) { EXPECT_GT(ClockIdentity().size(), 10u); }

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
