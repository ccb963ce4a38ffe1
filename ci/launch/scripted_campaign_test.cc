// Campaigns whose programs are scripts, and a real store.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "ci/launch/campaign.h"
#include "ci/launch/launch_in_turns.h"
#include "ci/launch/scripted_bench.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ScriptedCampaignTest : public testing::Test {
 protected:
  ScriptedCampaignTest() : store_(Store::Open((bench_.folder() / "store.sqlite").string(), Store::Access::kWrite)) {}

  LaunchPlan Plan(const std::string& label, const std::string& bench) const {
    LaunchPlan plan;
    plan.library.label = label;
    plan.library.mpi = (bench_.folder() / "mpi").string();
    plan.bench = bench;
    return plan;
  }

  std::vector<std::int64_t> Indices(const std::string& run_id) {
    std::vector<std::int64_t> indices;
    for (const auto& launch : store_.runs().Launches(run_id, LaunchDetail::kHeads)) {
      indices.push_back(launch.launch_index);
    }
    return indices;
  }

  ScriptedBench bench_{"scripted-campaign"};
  Store store_;
};

TEST_F(ScriptedCampaignTest, LaunchesOfEachLibraryAreStoredInARunOfTheirOwn) {
  CampaignOptions options;
  options.keep_records = bench_.folder() / "kept";
  Campaign campaign({Plan("", bench_.Good()), Plan("new", bench_.Good())}, options, store_);
  campaign.Launch(2);
  campaign.Launch(1, {"bcast"});
  const auto runs = campaign.Runs();
  EXPECT_EQ(runs.at(0).library, "Intel MPI 2021.9");
  EXPECT_EQ(runs.at(1).library, "new");
  EXPECT_EQ(campaign.launched(), 3);
  EXPECT_FALSE(campaign.stopped());
  for (const CampaignRun& run : runs) {
    EXPECT_EQ(run.complete, 3);
    EXPECT_THAT(run.problems, IsEmpty());
    EXPECT_THAT(Indices(run.run_id), ElementsAre(0, 1, 2));
    EXPECT_EQ(store_.runs().Find(run.run_id).status, RunStatus::kComplete);
    EXPECT_EQ(store_.runs().Find(run.run_id).library, run.library);
    EXPECT_TRUE(std::filesystem::exists(options.keep_records / (run.run_id + "-2.json")));
  }
}

TEST_F(ScriptedCampaignTest, ACrashIsStoredAndItsSeriesIsMeasuredLast) {
  const std::string bench = bench_.Program("crashes", "leave journal \"$record.journal\"; echo \"$all\" >> '" +
                                                          (bench_.folder() / "asked").string() + "'; exit 139");
  Campaign campaign({Plan("new", bench)}, {}, store_);
  campaign.Launch(2);
  const CampaignRun run = campaign.Runs()[0];
  EXPECT_EQ(run.complete, 0);
  EXPECT_THAT(run.problems,
              ElementsAre(HasSubstr("launch 1 of new: crashed in bcast"), HasSubstr("launch 2 of new: ")));
  const auto launches = store_.runs().Launches(run.run_id, LaunchDetail::kSummaries);
  ASSERT_THAT(launches, SizeIs(2));
  for (const LaunchRecord& launch : launches) {
    EXPECT_EQ(launch.status, LaunchStatus::kCrashed);
    for (const SeriesRecord& series : launch.series) EXPECT_EQ(series.fault.has_value(), series.name == "bcast");
  }
  EXPECT_EQ(store_.runs().Find(run.run_id).status, RunStatus::kFailed);
  const std::string asked = ReadFile(bench_.folder() / "asked");
  EXPECT_EQ(asked.find("--last=^(bcast)$"), asked.rfind("--last="));  // of the second launch alone
  EXPECT_NE(asked.find("--last="), std::string::npos);
}

TEST_F(ScriptedCampaignTest, AHopelessLibraryEndsTheLaunchesOfBoth) {
  const std::string refuses = bench_.Program("refuses", "echo 'mpigauge-bench: no such suite' >&2; exit 4");
  CampaignOptions options;
  options.seed = 1;
  Campaign campaign({Plan("old", bench_.Good()), Plan("new", refuses)}, options, store_);
  campaign.Launch(5);
  EXPECT_TRUE(campaign.stopped());
  EXPECT_FALSE(campaign.out_of_time());
  const auto runs = campaign.Runs();
  EXPECT_LE(runs[0].complete, 1);
  EXPECT_THAT(runs[1].problems, ElementsAre("launch 1 of new: exit code 4: mpigauge-bench: no such suite"));
  EXPECT_FALSE(runs[1].interrupted);
  EXPECT_THAT(Indices(runs[1].run_id), ElementsAre(0));  // its head
  campaign.Launch(5);
  EXPECT_THAT(Indices(runs[1].run_id), ElementsAre(0));
}

TEST_F(ScriptedCampaignTest, NothingBeginsAfterTheDeadline) {
  Campaign campaign({Plan("new", bench_.Good())}, {}, store_);
  campaign.Launch(1, {}, std::chrono::steady_clock::now() + std::chrono::hours(1));
  EXPECT_EQ(campaign.launched(), 1);
  campaign.Launch(1, {}, std::chrono::steady_clock::now() - std::chrono::seconds(1));
  EXPECT_EQ(campaign.launched(), 1);
  EXPECT_TRUE(campaign.out_of_time());
  EXPECT_TRUE(campaign.stopped());
}

// Launches that an earlier process stored, and records that it had no time to store; no files of others.
TEST_F(ScriptedCampaignTest, AResumedCampaignTakesTheRecordsOfItsRuns) {
  CampaignOptions options;
  options.folder = bench_.folder() / "state";
  std::string run_id;
  {
    Campaign campaign({Plan("new", bench_.Good())}, options, store_);
    campaign.Launch(1);
    run_id = campaign.Runs()[0].run_id;
  }
  const auto leave = [&](const std::string& run, int index, const std::string& name, const std::string& ranks) {
    LaunchRecord record = ExampleLaunch(run, index, {{"bcast", 1e-6}});
    record.launch_id = "left-" + name;
    record.environment.key["ranks"] = ranks;
    WriteFileAtomically(options.folder / "0" / name, JsonText(ToJson(record, Json::object())));
  };
  leave(run_id, 1, "launch-1.json", "2");
  leave("another", 2, "launch-2.json", "2");
  leave(run_id, 3, "launch-3.json", "4");
  WriteFileAtomically(options.folder / "0" / "launch-4.json.refused", "no record");
  Campaign again({Plan("new", bench_.Good())}, options, store_);
  EXPECT_EQ(again.Runs()[0].run_id, run_id);
  EXPECT_THAT(Indices(run_id), ElementsAre(0, 1));
  EXPECT_EQ(again.Runs()[0].complete, 0);  // nothing was asked for yet
  again.Launch(3);
  EXPECT_THAT(Indices(run_id), ElementsAre(0, 1, 2));
  EXPECT_EQ(again.Runs()[0].complete, 3);
  std::set<std::string> ids;
  for (const auto& launch : store_.runs().Launches(run_id, LaunchDetail::kHeads)) ids.insert(launch.launch_id);
  EXPECT_THAT(ids, Contains("left-launch-1.json"));
}

// The program sends us what Ctrl-C or Slurm would send.
TEST_F(ScriptedCampaignTest, ACampaignThatIsStoppedMakesNoMoreLaunches) {
  const StopSignals signals;
  const std::string stops = bench_.Program("stops", "kill -TERM $PPID; exec sleep 20");
  Campaign campaign({Plan("old", stops), Plan("new", stops)}, {}, store_);
  campaign.Launch(3);
  EXPECT_TRUE(campaign.stopped());
  EXPECT_FALSE(campaign.out_of_time());
  EXPECT_EQ(campaign.launched(), 1);
  for (const CampaignRun& run : campaign.Runs()) {
    EXPECT_TRUE(run.interrupted);
    EXPECT_EQ(run.complete, 0);
    EXPECT_THAT(Indices(run.run_id), IsEmpty());  // nobody knows how it would have ended
    EXPECT_EQ(store_.runs().Find(run.run_id).status, RunStatus::kInterrupted);
  }
}

// These programs end at once: nobody has to wait for their turns.
TEST_F(ScriptedCampaignTest, OutcomesOfLaunchesThatTakeTurnsAreInTheirOrder) {
  const std::string dies = bench_.Program("dies", "leave journal \"$record.journal\"; exit 139");
  const std::string tells = bench_.Program(
      "tells", "leave record \"$record\"; echo \"$all\" >> '" + (bench_.folder() / "asked").string() + "'");
  std::vector<TurnLaunch> launches;
  for (const std::string& bench : {tells, dies, tells, tells}) {
    TurnLaunch& launch = launches.emplace_back();
    launch.plan = Plan("new", bench);
    launch.id = {"run-id", static_cast<int>(launches.size())};
    launch.folder = bench_.records();
    launch.start = [](const LaunchPlan& plan, const MpiInstall&) {
      return Command{BenchCommand(plan), {}, plan.timeout_seconds};
    };
  }
  const auto outcomes = LaunchInTurns(launches, 1);
  ASSERT_THAT(outcomes, SizeIs(4));
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(outcomes[i].status, i == 1 ? LaunchStatus::kCrashed : LaunchStatus::kComplete) << outcomes[i].text;
    ASSERT_TRUE(outcomes[i].record.has_value());
    EXPECT_EQ(outcomes[i].record->launch_index, static_cast<std::int64_t>(i) + 1);
  }
  EXPECT_THAT(ReadFile(bench_.folder() / "asked"), HasSubstr("--circle "));
  launches[2].start = [](const LaunchPlan&, const MpiInstall&) { return Command{{"/no/such/program"}, {}, 20}; };
  EXPECT_THROW(LaunchInTurns(launches, 1), Error);
}

}  // namespace
}  // namespace mpigauge
