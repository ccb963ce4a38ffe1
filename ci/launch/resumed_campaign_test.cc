// Campaigns that are resumed, as after a kill.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"
#include "base/uuid.h"
#include "ci/launch/campaign_fixture.h"
#include "ci/launch/campaign_state.h"
#include "ci/launch/launcher.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
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

TEST_F(ResumedCampaignTest, TheOrderOfABlockIsTheSameAfterAKill) {
  const CampaignState fresh{7, {"a", "b"}, {"then", "later"}, TwoPlans()};
  const CampaignState other{8, {"c", "d"}, {"now", "soon"}, TwoPlans()};
  EXPECT_EQ(OpenCampaignState(options_.folder, fresh).seed, 7u);
  const CampaignState found = OpenCampaignState(options_.folder, other);
  EXPECT_EQ(found.seed, 7u);
  EXPECT_THAT(found.run_ids, ElementsAre("a", "b"));
  EXPECT_THAT(found.started_at, ElementsAre("then", "later"));
  std::vector<int> first_is_0(2);
  for (int block = 0; block < 1000; ++block) {
    ASSERT_EQ(BlockOrder(7, block, 2), BlockOrder(found.seed, block, 2));
    ++first_is_0[BlockOrder(7, block, 2)[0]];
  }
  EXPECT_NEAR(first_is_0[0], 500, 80);  // five standard deviations of a fair coin
}

// Others could put records there, and they would count.
TEST_F(ResumedCampaignTest, AFolderThatOthersMayWriteIsRefused) {
  OpenCampaignState(options_.folder, {7, {"a", "b"}, {"then", "later"}, TwoPlans()});
  EXPECT_NO_THROW(RequireTrustedState(options_.folder));
  for (const auto& open : {options_.folder, options_.folder / "campaign.json"}) {
    using std::filesystem::perms;
    std::filesystem::permissions(open, perms::others_write, std::filesystem::perm_options::add);
    EXPECT_THROW(RequireTrustedState(options_.folder), Error);
    std::filesystem::permissions(open, perms::others_write, std::filesystem::perm_options::remove);
  }
}

// It holds the values of --env.
TEST_F(ResumedCampaignTest, TheStateIsItsOwnersAlone) {
  OpenCampaignState(options_.folder, {7, {"a", "b"}, {"then", "later"}, TwoPlans()});
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(options_.folder / "campaign.json").permissions(),
            perms::owner_read | perms::owner_write);
}

// A gate with "run_ids": [] once ended with a segmentation fault.
TEST_F(ResumedCampaignTest, ADamagedStateIsNamed) {
  const CampaignState fresh{7, {"a", "b"}, {"then", "later"}, TwoPlans()};
  OpenCampaignState(options_.folder, fresh);
  const auto file = options_.folder / "campaign.json";
  const Json good = ReadJson(file);
  const auto error_with = [&](const char* key, const Json& value) {
    Json damaged = good;
    damaged[key] = value;
    WriteFileAtomically(file, JsonText(damaged));
    try {
      OpenCampaignState(options_.folder, fresh);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error_with("run_ids", Json::array()), HasSubstr("campaign.json: run_ids and started_at are 0 and 2"));
  EXPECT_THAT(error_with("started_at", {"then"}), HasSubstr("run_ids and started_at are 2 and 1"));
  EXPECT_THAT(error_with("run_ids", {1, 2}), HasSubstr("campaign.json: (/run_ids/0)"));
  EXPECT_THAT(error_with("seed", "seven"), HasSubstr("campaign.json: (/seed)"));
  EXPECT_THAT(error_with("seed", 1e300), HasSubstr("campaign.json: seed: 1e+300 is impossible"));
  EXPECT_THAT(error_with("seed", -1), HasSubstr("campaign.json: seed: -1 is impossible"));
  EXPECT_THAT(error_with("run_ids", {"a", "../b"}), HasSubstr("campaign.json: run_ids: \"../b\" is not an id"));
}

// A gate whose launcher was killed while it identified the library could not be resumed.
TEST_F(ResumedCampaignTest, ALibraryThatWasNotIdentifiedOnceIsNoOtherOne) {
  const auto with = [&](const std::string& identity) {
    CampaignState state{7, {"a", "b"}, {"then", "later"}, TwoPlans()};
    state.plans[1].library.identity = identity;
    return state;
  };
  OpenCampaignState(options_.folder, with(""));
  EXPECT_THAT(OpenCampaignState(options_.folder, with("0123")).run_ids, ElementsAre("a", "b"));
  std::filesystem::remove(options_.folder / "campaign.json");
  OpenCampaignState(options_.folder, with("0123"));
  EXPECT_THAT(OpenCampaignState(options_.folder, with("")).run_ids, ElementsAre("a", "b"));
  EXPECT_THROW(OpenCampaignState(options_.folder, with("4567")), Error);
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
