#include "harness/program/realtime.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <string>

namespace mpigauge {
namespace {

TEST(RealtimePriority, IsTakenOnlyWhereItIsWanted) {
  const Control control(MPI_COMM_WORLD);
  const RealtimePriority priority(control, false, {});
  EXPECT_EQ(sched_getscheduler(0), SCHED_OTHER);
  EXPECT_EQ(priority.policy(), "other");
}

TEST(RealtimePriority, IsNotTakenWhereRanksShareProcessors) {
  const Control control(MPI_COMM_WORLD);
  testing::internal::CaptureStderr();
  const RealtimePriority priority(control, true, {.oversubscribed = true});
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(sched_getscheduler(0), SCHED_OTHER);
  EXPECT_EQ(priority.policy(), "other");
  EXPECT_EQ(said.find("--realtime: not allowed here") != std::string::npos, control.root());
}

// With the right to it, all ranks have it until the end of the block; else none has.
TEST(RealtimePriority, IsGivenBackAtTheEnd) {
  const Control control(MPI_COMM_WORLD);
  {
    const RealtimePriority priority(control, true, {});
    EXPECT_EQ(priority.policy(), sched_getscheduler(0) == SCHED_FIFO ? "fifo" : "other");
  }
  EXPECT_EQ(sched_getscheduler(0), SCHED_OTHER);
}

}  // namespace
}  // namespace mpigauge
