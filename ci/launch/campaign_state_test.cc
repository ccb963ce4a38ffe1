#include "ci/launch/campaign_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CampaignStateTest : public testing::Test {
 protected:
  CampaignStateTest() : folder_(std::filesystem::path(testing::TempDir()) / "campaign-state") {
    std::filesystem::remove_all(folder_);
  }

  static std::vector<LaunchPlan> TwoPlans() { return std::vector<LaunchPlan>(2); }

  std::filesystem::path folder_;
};

TEST_F(CampaignStateTest, ANewOneHasARunForEachLibraryAndASeed) {
  const CampaignState state = FreshCampaignState(TwoPlans(), 0);
  EXPECT_NE(state.seed, 0U);
  ASSERT_EQ(state.run_ids.size(), 2U);
  EXPECT_NE(state.run_ids[0], state.run_ids[1]);
  EXPECT_LT(state.started_at.at(0), state.started_at.at(1));  // the newest one is the last one
  EXPECT_EQ(FreshCampaignState(TwoPlans(), 7).seed, 7U);
  EXPECT_NE(FreshCampaignState(TwoPlans(), 0).seed, state.seed);
}

TEST_F(CampaignStateTest, TheOrderOfABlockIsTheSameAfterAKill) {
  const CampaignState fresh{7, {"a", "b"}, {"then", "later"}, TwoPlans()};
  const CampaignState other{8, {"c", "d"}, {"now", "soon"}, TwoPlans()};
  EXPECT_EQ(OpenCampaignState(folder_, fresh).seed, 7u);
  const CampaignState found = OpenCampaignState(folder_, other);
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
TEST_F(CampaignStateTest, AFolderThatOthersMayWriteIsRefused) {
  OpenCampaignState(folder_, {7, {"a", "b"}, {"then", "later"}, TwoPlans()});
  EXPECT_NO_THROW(RequireTrustedState(folder_));
  for (const auto& open : {folder_, folder_ / "campaign.json"}) {
    using std::filesystem::perms;
    std::filesystem::permissions(open, perms::others_write, std::filesystem::perm_options::add);
    EXPECT_THROW(RequireTrustedState(folder_), Error);
    std::filesystem::permissions(open, perms::others_write, std::filesystem::perm_options::remove);
  }
}

// It holds the values of --env.
TEST_F(CampaignStateTest, TheStateIsItsOwnersAlone) {
  OpenCampaignState(folder_, {7, {"a", "b"}, {"then", "later"}, TwoPlans()});
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(folder_ / "campaign.json").permissions(), perms::owner_read | perms::owner_write);
}

// A gate with "run_ids": [] once ended with a segmentation fault.
TEST_F(CampaignStateTest, ADamagedStateIsNamed) {
  const CampaignState fresh{7, {"a", "b"}, {"then", "later"}, TwoPlans()};
  OpenCampaignState(folder_, fresh);
  const auto file = folder_ / "campaign.json";
  const Json good = ReadJson(file);
  const auto error_with = [&](const char* key, const Json& value) {
    Json damaged = good;
    damaged[key] = value;
    WriteFileAtomically(file, JsonText(damaged));
    try {
      OpenCampaignState(folder_, fresh);
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
TEST_F(CampaignStateTest, ALibraryThatWasNotIdentifiedOnceIsNoOtherOne) {
  const auto with = [&](const std::string& identity) {
    CampaignState state{7, {"a", "b"}, {"then", "later"}, TwoPlans()};
    state.plans[1].library.identity = identity;
    return state;
  };
  OpenCampaignState(folder_, with(""));
  EXPECT_THAT(OpenCampaignState(folder_, with("0123")).run_ids, ElementsAre("a", "b"));
  std::filesystem::remove(folder_ / "campaign.json");
  OpenCampaignState(folder_, with("0123"));
  EXPECT_THAT(OpenCampaignState(folder_, with("")).run_ids, ElementsAre("a", "b"));
  EXPECT_THROW(OpenCampaignState(folder_, with("4567")), Error);
}

TEST(SideName, SaysTheSideWhereBothHaveOneLabel) {
  EXPECT_EQ(SideName({"5.0.6", "5.0.7"}, 1), "5.0.7");
  EXPECT_EQ(SideName({"5.0.6", "5.0.6"}, 0), "5.0.6 (baseline)");
  EXPECT_EQ(SideName({"5.0.6", "5.0.6"}, 1), "5.0.6 (candidate)");
  EXPECT_EQ(SideName({"5.0.6"}, 0), "5.0.6");
}

}  // namespace
}  // namespace mpigauge
