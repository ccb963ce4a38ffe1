#include "harness/agree/lines.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

std::vector<int> Nobody(const Control& control) {
  return std::vector<int>(static_cast<std::size_t>(control.size()), -1);
}

TEST(ConnectLines, AllRanksCallRankZero) {
  const Control control(MPI_COMM_WORLD);
  std::vector<int> callees = Nobody(control);
  for (std::size_t rank = 1; rank < callees.size(); ++rank) callees[rank] = 0;
  std::map<int, WakeLine> lines = ConnectLines(control, callees);
  ASSERT_EQ(lines.size(), control.root() ? callees.size() - 1 : 1);
  // Each line leads to the rank that it is said to lead to: bytes go around in a star, one at a time.
  for (int rank = 1; rank < control.size(); ++rank) {
    control.Barrier();
    if (control.root()) {
      EXPECT_TRUE(lines.at(rank).Send());
      EXPECT_TRUE(lines.at(rank).SleepUntilSent());
    } else if (control.rank() == rank) {
      EXPECT_TRUE(lines.at(0).SleepUntilSent());
      EXPECT_TRUE(lines.at(0).Send());
    }
  }
}

TEST(ConnectLines, ARankCallsAndIsCalled) {
  const Control control(MPI_COMM_WORLD);
  std::vector<int> callees = Nobody(control);
  for (std::size_t rank = 1; rank < callees.size(); ++rank) callees[rank] = static_cast<int>(rank) - 1;
  std::map<int, WakeLine> lines = ConnectLines(control, callees);
  const int last = control.size() - 1;
  EXPECT_EQ(lines.size(), (control.rank() > 0 ? 1U : 0U) + (control.rank() < last ? 1U : 0U));
  bool passed_on = true;
  if (control.rank() > 0) passed_on = lines.at(control.rank() - 1).SpinUntilSent();
  if (control.rank() < last) passed_on = lines.at(control.rank() + 1).Send() && passed_on;
  EXPECT_TRUE(passed_on);
}

TEST(ConnectLines, NobodyHasALineWhereOneCallFails) {
  const Control control(MPI_COMM_WORLD);
  if (control.size() < 3) GTEST_SKIP() << "by design: one call that gets through, and one that does not";
  std::vector<int> callees = Nobody(control);
  callees[1] = 0;
  if (control.rank() == 2) callees[2] = 0;  // rank 0 does not expect it and serves the first of the two alone
  EXPECT_TRUE(ConnectLines(control, callees).empty());
}

TEST(ConnectLines, NobodyCallsNobody) {
  const Control control(MPI_COMM_WORLD);
  EXPECT_TRUE(ConnectLines(control, Nobody(control)).empty());
}

}  // namespace
}  // namespace mpigauge
