// A campaign whose time is over: launches are ended, and nobody counts what they had no time for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/campaign.h"
#include "ci/launch/fake_mpi.h"
#include "ci/launch/launch_in_turns.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using std::chrono::steady_clock;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class BudgetTest : public testing::Test {
 protected:
  BudgetTest() : store_(Fresh()) {}

  static Store Fresh() {
    const std::string path = testing::TempDir() + "/budget.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  std::unique_ptr<Campaign> Make(const std::vector<LaunchPlan>& plans, int turns) {
    CampaignOptions options;
    options.turns = turns;
    options.seed = 1;
    return std::make_unique<Campaign>(plans, options, store_);
  }

  // Asks for `launches` launches within `seconds`. Returns the seconds that it took.
  static double LaunchWithin(Campaign& campaign, int launches, double seconds) {
    const auto begin = steady_clock::now();
    const auto budget = std::chrono::duration_cast<steady_clock::duration>(std::chrono::duration<double>(seconds));
    campaign.Launch(launches, {}, begin + budget);
    return std::chrono::duration<double>(steady_clock::now() - begin).count();
  }

  std::vector<LaunchStatus> Statuses(const std::string& run_id) {
    std::vector<LaunchStatus> statuses;
    for (const LaunchRecord& launch : store_.runs().Launches(run_id, LaunchDetail::kHeads))
      statuses.push_back(launch.status);
    return statuses;
  }

  Store store_;
};

// `--budget 30s` once took 124 s: it said only whether a circle may begin.
TEST_F(BudgetTest, EndsTheFirstCircleAndTellsIt) {
  const FakeMpi slow("slow", 60);
  const auto campaign = Make({slow.Plan(), slow.Plan()}, 6);
  EXPECT_LT(LaunchWithin(*campaign, 6, 0.3), 10);
  EXPECT_TRUE(campaign->out_of_time());
  EXPECT_TRUE(campaign->stopped());
  EXPECT_THAT(campaign->Notes(), Contains(HasSubstr("--budget ended 12 launches that had not finished")));
  for (const CampaignRun& run : campaign->Runs()) {
    EXPECT_EQ(run.complete, 0);
    EXPECT_FALSE(run.interrupted);
    EXPECT_THAT(run.problems, IsEmpty());
    EXPECT_THAT(Statuses(run.run_id), IsEmpty());  // no loss, and no result
    EXPECT_THAT(ErrorOf([&] { RequireLaunches(run); }), HasSubstr("there was no time for one"));
  }
}

TEST_F(BudgetTest, EndsALaunchThatIsAloneAndKeepsThoseThatHadFinished) {
  const FakeMpi quick("quick", 0);
  const FakeMpi slow("slow", 60);
  const auto campaign = Make({quick.Plan(), slow.Plan()}, 1);
  EXPECT_LT(LaunchWithin(*campaign, 3, 3), 20);
  EXPECT_TRUE(campaign->out_of_time());
  EXPECT_EQ(campaign->Runs()[1].complete, 0);
  EXPECT_THAT(campaign->Notes(), Contains(HasSubstr("--budget ended 1 launch that had not finished")));
  EXPECT_EQ(slow.Begun(), "0\n");
}

TEST_F(BudgetTest, HasNothingToSayWhereThereIsTime) {
  const FakeMpi quick("quick", 0);
  const auto campaign = Make({quick.Plan(), quick.Plan()}, 2);
  LaunchWithin(*campaign, 3, 600);
  EXPECT_FALSE(campaign->out_of_time());
  EXPECT_EQ(campaign->Runs()[0].complete, 3);
  EXPECT_EQ(campaign->Runs()[1].complete, 3);
  EXPECT_THAT(campaign->Notes(), testing::Not(Contains(HasSubstr("--budget"))));
}

TEST_F(BudgetTest, LetsNoLaunchBeginWhenItIsOver) {
  const FakeMpi quick("quick", 0);
  const auto campaign = Make({quick.Plan(), quick.Plan()}, 2);
  LaunchWithin(*campaign, 3, -1);
  EXPECT_TRUE(campaign->out_of_time());
  EXPECT_EQ(quick.Begun(), "");
}

// In an allocation of Slurm, launches once waited for each other's processors, and nobody said a word.
TEST(LaunchInTurns, ALaunchThatWaitsForItsStartIsNamed) {
  const FakeMpi slow("slow", 0.5);
  TurnLaunch launch;
  launch.plan = slow.Plan();
  launch.install = FindMpi(launch.plan.library.mpi);
  launch.folder = testing::TempDir();
  std::vector<TurnLaunch> launches = {launch, launch};
  launches[0].id = {"waits", 0};
  launches[1].id = {"waits", 1};
  std::vector<std::size_t> named;
  TurnsShown shown;
  shown.waits = [&](std::size_t i, double) { named.push_back(i); };
  shown.waits_after_seconds = 0.05;
  LaunchInTurns(launches, 1, shown);
  EXPECT_THAT(named, testing::UnorderedElementsAre(0u, 1u));
  named.clear();
  shown.waits_after_seconds = 60;
  LaunchInTurns(launches, 1, shown);
  EXPECT_THAT(named, IsEmpty());
  EXPECT_THAT(WaitsText("launch 3 of new", 10), testing::StartsWith("launch 3 of new waits for its start since 10 s;"));
}

}  // namespace
}  // namespace mpigauge
