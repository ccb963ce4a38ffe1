// Libraries whose MPI_Finalize does not end well, by real mpirun and the real benchmark program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "ci/launch/campaign_fixture.h"
#include "ci/launch/launch_in_turns.h"

namespace mpigauge {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::SizeIs;

class LaunchEndTest : public CampaignTest {
 protected:
  // The machine's library, with an MPI_Finalize that ends so (harness/testing/finalize_mpi.cc).
  static LaunchPlan EndsBy(const std::string& how) {
    LaunchPlan plan = Good("^allreduce/bytes:8/");
    plan.library.preload = {std::filesystem::absolute("harness/testing/libmpigauge_finalize.so")};
    plan.library.environment = {{"MPIGAUGE_FINALIZE", how}};
    // A launcher of Open MPI takes a second to end when a rank has crashed.
    plan.finalize_seconds = how.starts_with("hang") ? 2 : 20;
    return plan;
  }

  // It is lost, with all that it had measured, and says this.
  void ExpectLost(const std::string& how, LaunchStatus status, const std::string& text) {
    const CampaignRun run = RunOnce(EndsBy(how));
    EXPECT_EQ(run.complete, 0);
    EXPECT_THAT(run.problems, testing::ElementsAre(HasSubstr(text)));
    const auto launches = Stored(run);
    ASSERT_THAT(launches, SizeIs(1));
    EXPECT_EQ(launches[0].status, status);
    EXPECT_THAT(launches[0].status_text, HasSubstr(text));
    EXPECT_THAT(launches[0].series, SizeIs(1));
    EXPECT_EQ(store_.runs().Find(run.run_id).status, RunStatus::kFailed);
  }
};

TEST_F(LaunchEndTest, OneThatAbortsInMpiFinalizeIsLost) {
  ExpectLost("abort", LaunchStatus::kCrashed, "crashed in MPI_Finalize (exit code 134, SIGABRT)");
}

TEST_F(LaunchEndTest, OneThatExitsInMpiFinalizeIsLost) {
  ExpectLost("exit:3", LaunchStatus::kCrashed, "crashed in MPI_Finalize (exit code 3)");
  ExpectLost("exit:0", LaunchStatus::kCrashed, "crashed in MPI_Finalize (exit code 0)");
}

TEST_F(LaunchEndTest, OneThatHangsInMpiFinalizeIsEndedSoonAndLost) {
  const auto begin = std::chrono::steady_clock::now();
  ExpectLost("hang", LaunchStatus::kHung, "hung (ended after 2 s, --finalize-timeout) in MPI_Finalize");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));  // its time limit is 120 s
}

TEST_F(LaunchEndTest, ARankThatDoesNotEndAfterRankZeroCameBackIsLost) {
  ExpectLost("hang:rank=1", LaunchStatus::kHung, "after MPI_Finalize had come back on rank 0");
  ExpectLost("abort:rank=1", LaunchStatus::kCrashed, "(exit code 134, SIGABRT)");
}

TEST_F(LaunchEndTest, InTurnsThoseThatEndWellAreWhole) {
  CampaignOptions options;
  options.turns = 2;
  options.launches = 2;
  const auto runs = RunAll({Good("^allreduce/bytes:8/"), EndsBy("hang")}, options);
  EXPECT_EQ(runs[0].complete, 2);
  EXPECT_EQ(runs[1].complete, 0);
  EXPECT_THAT(runs[1].problems, SizeIs(2));
  EXPECT_THAT(runs[1].problems, Each(HasSubstr("in MPI_Finalize")));
  for (const LaunchRecord& launch : Stored(runs[1])) EXPECT_EQ(launch.status, LaunchStatus::kHung);
}

// A file under the record's own name would be taken for a whole launch.
TEST_F(LaunchEndTest, NothingIsLeftUnderTheRecordsName) {
  const LaunchPlan plan = EndsBy("abort");
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "ends";
  std::filesystem::create_directories(folder);
  const LaunchOutcome outcome = Launch(plan, FindMpi(""), {"run", 0}, folder);
  EXPECT_EQ(outcome.status, LaunchStatus::kCrashed);
  EXPECT_TRUE(outcome.record);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

}  // namespace
}  // namespace mpigauge
