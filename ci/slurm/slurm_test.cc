#include "ci/slurm/slurm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::SizeIs;

// Lines of Slurm 22.05, shortened.
constexpr const char* kPending =
    "JobId=2 ArrayJobId=2 ArrayTaskId=1,3-4%1 JobName=x UserId=root(0) Account=(null) JobState=PENDING "
    "Reason=JobArrayTaskLimit Dependency=(null) Requeue=1 Restarts=0 BatchFlag=1 ReqNodeList=(null) "
    "ExcNodeList=(null) "
    "RunTime=00:00:00 TimeLimit=UNLIMITED NodeList= NumNodes=1-1 Command=/home/a b/job.sh WorkDir=/home "
    "StdIn=/dev/null Power= \n";
constexpr const char* kRunning =
    "JobId=4 ArrayJobId=2 ArrayTaskId=0 JobName=x JobState=RUNNING Reason=None Requeue=1 Restarts=2 "
    "RunTime=00:01:29 TimeLimit=1-02:03:04 TimeMin=N/A ReqNodeList=node9 ExcNodeList=(null) NodeList=node[1-2] "
    "BatchHost=node1 Command=/home/a b/job.sh "
    "WorkDir=/home \n";
constexpr const char* kNoArray = "JobId=9 JobName=x JobState=RUNNING Reason=None Restarts=0 Command=/y WorkDir=/ \n";

TEST(ParseTaskStates, TasksThatWaitTogetherComeOneByOne) {
  const auto tasks = ParseTaskStates(std::string(kPending) + kRunning + kNoArray);
  ASSERT_THAT(tasks, SizeIs(4));
  EXPECT_EQ(tasks[0].task, 0);
  EXPECT_EQ(tasks[0].state, "RUNNING");
  EXPECT_EQ(tasks[0].reason, "");
  EXPECT_EQ(tasks[0].nodes, "node[1-2]");
  EXPECT_EQ(tasks[0].restarts, 2);
  EXPECT_EQ(tasks[0].seconds, 89);
  EXPECT_EQ(tasks[0].limit_seconds, ((24 + 2) * 60 + 3) * 60 + 4);
  EXPECT_EQ(tasks[1].limit_seconds, 0);
  EXPECT_EQ(tasks[1].task, 1);
  EXPECT_EQ(tasks[2].task, 3);
  EXPECT_EQ(tasks[3].task, 4);
  EXPECT_EQ(tasks[3].reason, "JobArrayTaskLimit");
  EXPECT_EQ(tasks[3].nodes, "");
}

TEST(ParseTaskStates, APathMayHoldBlanks) { EXPECT_EQ(ParseTaskStates(kRunning)[0].script, "/home/a b/job.sh"); }

TEST(ParseTaskStates, NothingIsNothing) {
  EXPECT_THAT(ParseTaskStates(""), SizeIs(0));
  EXPECT_THAT(ParseTaskStates("slurm_load_jobs error: Invalid job id specified\n"), SizeIs(0));
}

TEST(ParseCancellations, NameTheUserOfEachTask) {
  const auto users = ParseCancellations(
      "17_0|CANCELLED by 0\n17_1|COMPLETED\n17_[3-4%1]|CANCELLED by 4000000000\n17_5|CANCELLED\n18|CANCELLED by 0\n");
  EXPECT_EQ(users, (std::map<int, std::string>{{0, "root (UID 0)"}, {3, "UID 4000000000"}, {4, "UID 4000000000"}}));
}

TEST(StateWord, EachEndHasItsOwn) {
  EXPECT_EQ(StateWord("TIMEOUT"), "timed out");
  EXPECT_EQ(StateWord("NODE_FAIL"), "node failure");
  EXPECT_EQ(StateWord("STAGE_OUT"), "stage out");  // not in our list
  for (const char* state : {"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "NODE_FAIL", "PREEMPTED", "OUT_OF_MEMORY"}) {
    EXPECT_TRUE(HasEnded(state)) << state;
  }
  for (const char* state : {"PENDING", "RUNNING", "COMPLETING", "REQUEUED", "SUSPENDED", "STAGE_OUT"}) {
    EXPECT_FALSE(HasEnded(state)) << state;
  }
}

}  // namespace
}  // namespace mpigauge
