// A library with a thread that takes a processor while its launches wait, by real mpirun and the real benchmark
// program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "ci/launch/campaign_fixture.h"
#include "ci/launch/turns_taken.h"
#include "record/waiting_use.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class BusyLaunchTest : public CampaignTest {
 protected:
  void SetUp() override {
    if (LaunchesThatFit(4, 2, RoomHere()) < 4) GTEST_SKIP() << "this machine refuses: memory for four launches at once";
    options_.turns = 2;
  }

  CampaignOptions options_;
};

TEST_F(BusyLaunchTest, LaunchesThatSleepSayThatTheyDid) {
  Campaign campaign({Good("^allreduce/bytes:8/"), Good("^allreduce/bytes:8/")}, options_, store_);
  campaign.Launch(2);
  for (const CampaignRun& run : campaign.Runs()) {
    for (const LaunchRecord& launch : Stored(run)) {
      const auto use = WaitingUseOf(launch);
      ASSERT_TRUE(use);
      EXPECT_GT(use->seconds, 0);
      EXPECT_LT(use->all, 0.05);
    }
  }
  EXPECT_THAT(campaign.Notes(), ElementsAre(HasSubstr("up to 2 of each library")));
}

TEST_F(BusyLaunchTest, LaunchesThatSpinTakeNoTurns) {
  LaunchPlan spins = Good("^allreduce/bytes:8/");
  spins.library.label = "spins";
  spins.library.preload = {std::filesystem::absolute("harness/testing/libmpigauge_spin.so")};
  Campaign campaign({Good("^allreduce/bytes:8/"), spins}, options_, store_);
  campaign.Launch(2);
  EXPECT_THAT(campaign.Notes(), Contains(HasSubstr("launches did not take turns: those of spins took")));
  for (const CampaignRun& run : campaign.Runs()) {
    EXPECT_EQ(run.complete, 2);
    EXPECT_THAT(run.problems, IsEmpty());
    EXPECT_THAT(Stored(run), SizeIs(2));
    EXPECT_THAT(Circles(Stored(run)), ElementsAre(""));  // nothing that was measured beside them counts
  }
}

}  // namespace
}  // namespace mpigauge
