#include "ci/slurm/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/slurm/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// One task of five launches, of which two are done.
class OutcomeTest : public testing::Test {
 protected:
  OutcomeTest() : folder_(ExampleFolder("outcome", 5, 5)) {
    AddExampleLaunch(folder_, 0, 0, 0);
    AddExampleLaunch(folder_, 0, 0, 1);
  }

  TaskOutcome Of(const std::string& state, int restarts = 0) {
    return Outcomes(folder_, {ExampleState(folder_, 0, state, restarts)}, true)[0];
  }
  TaskOutcome Forgotten() { return Outcomes(folder_, {}, true)[0]; }

  JobFolder folder_;
};

TEST_F(OutcomeTest, EachEndHasItsOwnWordAndKeepsWhatIsDone) {
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kNone, {2});
  for (const auto& [state, word] : std::map<std::string, std::string>{{"CANCELLED", "cancelled"},
                                                                      {"TIMEOUT", "timed out"},
                                                                      {"NODE_FAIL", "node failure"},
                                                                      {"OUT_OF_MEMORY", "out of memory"}}) {
    const TaskOutcome task = Of(state);
    EXPECT_TRUE(task.ended) << state;
    EXPECT_EQ(task.word, word);
    EXPECT_EQ(task.done, 2);
    EXPECT_EQ(TaskText(task), "task 0: " + word + " on node1, 2 of 5 launches; launch 2 was running");
  }
}

TEST_F(OutcomeTest, ATaskThatListenedToTheAnnouncementTimedOutWhateverItsExitCode) {
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kTimeLimit, {1}, "no launch was started after that");
  EXPECT_EQ(Of("FAILED").word, "timed out");
  EXPECT_EQ(TaskText(Of("FAILED")), "task 0: timed out on node1, 2 of 5 launches; no launch was started after that");
}

TEST_F(OutcomeTest, ARequeuedTaskIsNotWhatItsOldAttemptSaid) {
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kStopped, {2}, "launch 2: stopped from outside");
  EXPECT_EQ(TaskText(Of("PENDING", 1)), "task 0: requeued");
  EXPECT_EQ(TaskText(Of("RUNNING", 1)), "task 0: running on node1");
  AddExampleStatus(folder_, 0, 1, AttemptEnd::kComplete, {4});
  EXPECT_EQ(TaskText(Of("COMPLETED", 1)), "task 0: completed on node1, requeued 1 time(s), 2 of 5 launches");
}

TEST_F(OutcomeTest, WhyATaskWaitsIsSaidWhereItIsNotJustItsTurn) {
  TaskState state = ExampleState(folder_, 0, "PENDING");
  const auto text = [&](const std::string& reason) {
    state.reason = reason;
    return TaskText(Outcomes(folder_, {state}, true)[0]);
  };
  EXPECT_EQ(text("Priority"), "task 0: pending");
  EXPECT_EQ(text("JobHeldUser"), "task 0: pending (JobHeldUser: scontrol release releases it)");
  EXPECT_EQ(text("PartitionConfig"), "task 0: pending (PartitionConfig: as it is, this cluster will not start it)");
}

TEST_F(OutcomeTest, LateFilesAreKnownByTheirAbsence) {
  EXPECT_TRUE(Of("COMPLETED").late);
  EXPECT_FALSE(Of("CANCELLED").late);  // it never ran
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kNone, {1});
  EXPECT_TRUE(Of("CANCELLED").late);  // Slurm lets go of it before it has ended
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kComplete, {4});
  EXPECT_FALSE(Of("COMPLETED").late);
  EXPECT_TRUE(Of("COMPLETED", 1).late);
}

TEST_F(OutcomeTest, ForgottenTaskIsKnownByItsOwnStatus) {
  EXPECT_EQ(Forgotten().word, "lost");
  EXPECT_TRUE(Forgotten().ended);
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kComplete, {4});
  EXPECT_EQ(Forgotten().word, "completed");
  const TaskState strange{0, "RUNNING", "", "node9", 0, "/somebody/else.sh"};
  EXPECT_EQ(Outcomes(folder_, {strange}, true)[0].word, "completed");
}

TEST_F(OutcomeTest, ASlurmThatIsSilentHasForgottenNothing) {
  const TaskOutcome task = Outcomes(folder_, {}, false)[0];
  EXPECT_EQ(task.word, "unknown");
  EXPECT_FALSE(task.ended);
}

TEST(Outcomes, ATaskThatLeftNothingIsAskedForWhatItSees) {
  const JobFolder folder = ExampleFolder("nothing", 4, 2);
  const auto tasks = Outcomes(folder, {ExampleState(folder, 0, "FAILED"), ExampleState(folder, 1, "PENDING")}, true);
  EXPECT_THAT(tasks[0].text, HasSubstr("does node1 see " + folder.path().string()));
  EXPECT_EQ(InOneLine(tasks), "1 failed, 1 pending");
  EXPECT_FALSE(AllEnded(tasks));
  EXPECT_EQ(LaunchesDone(tasks), 0);
}

}  // namespace
}  // namespace mpigauge
