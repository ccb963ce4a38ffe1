#include "ci/launch/launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

CampaignRun RunOf(int complete, const std::vector<std::string>& problems, bool interrupted) {
  return {"run-1", "openmpi 4.1.4", complete, problems, interrupted};
}

TEST(RequireLaunches, OneCompleteLaunchIsEnough) {
  EXPECT_EQ(ErrorOf([] { RequireLaunches(RunOf(1, {"launch 2 crashed"}, false)); }), "no error");
}

TEST(RequireLaunches, WithoutOneTheFirstProblemIsTold) {
  EXPECT_EQ(ErrorOf([] {
              RequireLaunches(RunOf(0, {"launch 1 crashed", "launch 2 hung"}, false));
            }),
            "openmpi 4.1.4: no launch ended well: launch 1 crashed");
  EXPECT_THAT(ErrorOf([] { RequireLaunches(RunOf(0, {}, false)); }), HasSubstr("there was no time for one"));
}

TEST(RequireLaunches, StoppedRunIsNotMeasuredHoweverManyLaunchesHadFinished) {
  EXPECT_EQ(ErrorOf([] { RequireLaunches(RunOf(3, {}, true)); }),
            "stopped; run run-1 keeps 3 launches that had finished");
}

TEST(DeadlineAfter, ABudgetEndsThatLongFromNow) {
  EXPECT_FALSE(DeadlineAfter("", "--budget"));
  const auto before = std::chrono::steady_clock::now();
  const Launches::Deadline deadline = DeadlineAfter("10min", "--budget");
  const auto after = std::chrono::steady_clock::now();
  ASSERT_TRUE(deadline);
  EXPECT_GE(*deadline, before + std::chrono::minutes(10));
  EXPECT_LE(*deadline, after + std::chrono::minutes(10));
  EXPECT_THAT(ErrorOf([] { DeadlineAfter("soon", "--budget"); }), HasSubstr("--budget"));
}

}  // namespace
}  // namespace mpigauge
