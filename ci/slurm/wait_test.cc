// A Slurm that goes on by one step at each look, and a clock that is ours.
#include "ci/slurm/wait.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "ci/slurm/fake_slurm.h"
#include "ci/slurm/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class WaitTest : public testing::Test {
 protected:
  WaitTest() : folder_(ExampleFolder("wait", 2, 2)) {}

  std::vector<TaskState> Says(const std::string& state, int restarts = 0) {
    return {ExampleState(folder_, 0, state, restarts)};
  }
  void Finish() {
    AddExampleLaunch(folder_, 0, 0, 0);
    AddExampleLaunch(folder_, 0, 0, 1);
    AddExampleStatus(folder_, 0, 0, AttemptEnd::kComplete, {1});
  }

  WaitEnd Wait() {
    const auto pause = [this](double seconds) {
      elapsed_ += seconds;
      return elapsed_ < interrupt_at_;
    };
    return WaitForJob(slurm_, folder_, pause, out_, false);
  }

  JobFolder folder_;
  FakeSlurm slurm_;
  std::ostringstream out_;
  double elapsed_ = 0;
  double interrupt_at_ = 1e9;
};

TEST_F(WaitTest, ReportsChangesAndEndsWithTheJob) {
  slurm_.Next(Says("PENDING"));
  slurm_.Next(Says("PENDING"));
  slurm_.Next(Says("RUNNING"), [this] { AddExampleLaunch(folder_, 0, 0, 0); });
  slurm_.Next(Says("COMPLETED"), [this] { Finish(); });
  const WaitEnd end = Wait();
  EXPECT_FALSE(end.interrupted);
  EXPECT_EQ(end.tasks[0].word, "completed");
  EXPECT_EQ(out_.str(),
            "task 0: pending\ntask 0: running on node1\n1 of 2 launches; 1 running\n"
            "task 0: completed on node1, 2 of 2 launches\n2 of 2 launches; 1 completed\n");
}

TEST_F(WaitTest, FilesThatASharedFileSystemShowsLateAreWaitedFor) {
  slurm_.Next(Says("COMPLETED"));
  slurm_.Next(Says("COMPLETED"));
  slurm_.Next(Says("COMPLETED"), [this] { Finish(); });
  EXPECT_EQ(Wait().tasks[0].done, 2);
}

TEST_F(WaitTest, ButNotForEver) {
  slurm_.Next(Says("COMPLETED"));
  EXPECT_EQ(Wait().tasks[0].done, 0);
  EXPECT_GE(elapsed_, 30);
  EXPECT_LT(elapsed_, 60);
}

TEST_F(WaitTest, LooksGetRarer) {
  for (int i = 0; i < 300; ++i) slurm_.Next(Says("RUNNING"));
  slurm_.Next(Says("COMPLETED"), [this] { Finish(); });
  Wait();
  EXPECT_GT(elapsed_, 3000);  // the mean of 301 pauses is above 10 s
}

TEST_F(WaitTest, ASilentSlurmIsWaitedForAndTheJobIsNotGone) {
  slurm_.Next(Says("RUNNING"));
  for (int i = 0; i < 5; ++i) slurm_.Next(std::nullopt);
  slurm_.Next(Says("COMPLETED"), [this] { Finish(); });
  EXPECT_EQ(Wait().tasks[0].word, "completed");
  EXPECT_THAT(out_.str(), HasSubstr("running on node1\nSlurm does not answer; waiting for it\ntask 0: completed"));
}

TEST_F(WaitTest, AnEndlessSilenceEndsTheWaiting) {
  slurm_.Next(std::nullopt);
  const WaitEnd end = Wait();
  EXPECT_TRUE(end.gave_up);
  EXPECT_EQ(end.tasks[0].word, "unknown");
  EXPECT_GE(elapsed_, 600);
}

TEST_F(WaitTest, AJobThatSlurmForgotHasEnded) {
  slurm_.Next(Says("RUNNING"));
  slurm_.Next(std::vector<TaskState>{}, [this] { Finish(); });
  EXPECT_EQ(Wait().tasks[0].word, "completed");
}

TEST_F(WaitTest, TheWordForAnEndIsKeptWhenSlurmForgetsTheJob) {
  const JobFolder two = ExampleFolder("two", 2, 1);
  slurm_.Next(std::vector<TaskState>{ExampleState(two, 0, "CANCELLED"), ExampleState(two, 1, "RUNNING")});
  slurm_.Next(std::vector<TaskState>{});
  const auto tasks = WaitForJob(
                         slurm_, two, [](double) { return true; }, out_, false)
                         .tasks;
  EXPECT_EQ(tasks[0].word, "cancelled");
  EXPECT_EQ(tasks[1].word, "lost");
}

TEST_F(WaitTest, CtrlCEndsTheWaitingOnly) {
  slurm_.Next(Says("RUNNING"));
  interrupt_at_ = 5;
  EXPECT_TRUE(Wait().interrupted);
  EXPECT_EQ(slurm_.cancelled, "");
}

// The program that asks Slurm ends by the same signal as we do.
TEST_F(WaitTest, ASignalWhileSlurmIsAskedIsNoSilenceOfSlurm) {
  slurm_.Next(Says("RUNNING"));
  slurm_.Next(std::nullopt, [this] { interrupt_at_ = 0; });
  EXPECT_TRUE(Wait().interrupted);
  EXPECT_THAT(out_.str(), Not(HasSubstr("does not answer")));
}

TEST_F(WaitTest, TheUserWhoCancelledATaskIsNamedIfTheClusterKeepsAccounts) {
  slurm_.Next(Says("CANCELLED"));
  EXPECT_EQ(Wait().tasks[0].word, "cancelled");
  slurm_.cancelled_by = {{0, "root (UID 0)"}};
  const WaitEnd end = Wait();
  EXPECT_TRUE(end.tasks[0].Cancelled());
  EXPECT_THAT(out_.str(), testing::EndsWith("task 0: cancelled by root (UID 0) on node1, 0 of 2 launches\n"));
}

TEST_F(WaitTest, ATaskThatSlurmForgotMayHaveBeenCancelled) {
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kStopped, {0}, "by a signal");
  slurm_.Next(std::vector<TaskState>{});
  EXPECT_FALSE(Wait().tasks[0].Cancelled());
  slurm_.cancelled_by = {{0, "root (UID 0)"}};
  EXPECT_TRUE(Wait().tasks[0].Cancelled());
}

TEST_F(WaitTest, ATerminalRewritesItsLine) {
  slurm_.Next(Says("COMPLETED"), [this] { Finish(); });
  WaitForJob(
      slurm_, folder_, [](double) { return true; }, out_, true);
  EXPECT_THAT(out_.str(), HasSubstr("launches\n2 of 2 launches; 1 completed, 0 s\r\x1b[K"));
}

}  // namespace
}  // namespace mpigauge
