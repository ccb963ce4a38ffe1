// Campaigns that are resumed, as after a kill.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/uuid.h"
#include "ci/launch/campaign_fixture.h"
#include "ci/launch/launcher.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class ResumedCampaignTest : public CampaignTest {
 protected:
  ResumedCampaignTest() {
    options_.folder = std::filesystem::path(testing::TempDir()) / "campaign-folder";
    std::filesystem::remove_all(options_.folder);
  }

  static std::vector<LaunchPlan> TwoPlans() { return {Good("^allreduce/bytes:8/"), Good("^allreduce/bytes:8/")}; }

  std::vector<std::string> LaunchIds(const std::string& run_id) {
    std::vector<std::string> ids;
    for (const LaunchRecord& launch : store_.runs().Launches(run_id, LaunchDetail::kSummaries))
      ids.push_back(launch.launch_id);
    return ids;
  }

  CampaignOptions options_;
};

TEST_F(ResumedCampaignTest, GoesOnWithTheLaunchesThatAreMissing) {
  std::vector<CampaignRun> first;
  {
    Campaign campaign(TwoPlans(), options_, store_);
    campaign.Launch(2);
    first = campaign.Runs();
  }
  const auto before = LaunchIds(first[1].run_id);
  Campaign again(TwoPlans(), options_, store_);
  EXPECT_EQ(again.launched(), 0);  // nothing was asked for yet
  EXPECT_EQ(again.Runs()[1].run_id, first[1].run_id);
  again.Launch(2);
  EXPECT_EQ(LaunchIds(first[1].run_id), before);
  EXPECT_EQ(again.Runs()[1].complete, 2);
  again.Launch(1);
  EXPECT_THAT(LaunchIds(first[1].run_id), SizeIs(3));
  EXPECT_EQ(again.launched(), 3);
}

TEST_F(ResumedCampaignTest, MissingLaunchesOfACircleTakeTurnsAgain) {
  options_.turns = 2;
  std::vector<CampaignRun> first;
  {
    Campaign campaign(TwoPlans(), options_, store_);
    campaign.Launch(1);
    first = campaign.Runs();
  }
  Campaign again(TwoPlans(), options_, store_);
  again.Launch(2);
  EXPECT_EQ(again.launched(), 2);
  for (const CampaignRun& run : again.Runs()) {
    EXPECT_EQ(run.complete, 2);
    EXPECT_THAT(LaunchIds(run.run_id), SizeIs(2));
    EXPECT_THAT(Circles(Stored(run)), SizeIs(2));
  }
}

TEST_F(ResumedCampaignTest, TakesARecordThatNobodyHadTimeToStore) {
  std::string run_id;
  {
    Campaign campaign({Good("^allreduce/bytes:8/")}, options_, store_);
    campaign.Launch(1);
    run_id = campaign.Runs()[0].run_id;
  }
  LaunchRecord record = store_.runs().Launches(run_id, LaunchDetail::kObservations)[0];
  record.launch_id = NewUuid();
  record.launch_index = 1;
  WriteFileAtomically(RecordPath(options_.folder / "0", 1), JsonText(ToJson(record, Json::object())));
  Campaign again({Good("^allreduce/bytes:8/")}, options_, store_);
  again.Launch(2);
  EXPECT_THAT(LaunchIds(run_id), testing::Contains(record.launch_id));
  EXPECT_THAT(LaunchIds(run_id), SizeIs(2));
}

TEST_F(ResumedCampaignTest, MeasuresALaunchAgainThatWasCutOff) {
  std::string run_id;
  {
    Campaign campaign({Good("^allreduce/bytes:8/")}, options_, store_);
    run_id = campaign.Runs()[0].run_id;
  }
  LaunchRecord cut_off;
  cut_off.launch_id = NewUuid();
  cut_off.run_id = run_id;
  cut_off.status = LaunchStatus::kInterrupted;
  store_.runs().AddLaunch(cut_off);
  Campaign again({Good("^allreduce/bytes:8/")}, options_, store_);
  again.Launch(1);
  EXPECT_EQ(again.Runs()[0].complete, 1);
}

TEST_F(ResumedCampaignTest, OtherPlansAreRefused) {
  { const Campaign campaign(TwoPlans(), options_, store_); }
  try {
    Campaign other({Good("^bcast/bytes:8/"), Good("^bcast/bytes:8/")}, options_, store_);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("campaign.json: was begun with other libraries or settings"));
  }
}

}  // namespace
}  // namespace mpigauge
