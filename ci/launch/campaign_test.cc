// Real mpirun, real benchmark programs, real store.
#include "ci/launch/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "ci/launch/campaign_fixture.h"
#include "ci/launch/launcher.h"
#include "ci/launch/turns_taken.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(CampaignTest, TwoLibrariesInBlocksAllStored) {
  CampaignOptions options;
  options.launches = 3;
  options.seed = 5;
  std::ostringstream progress;
  options.progress = &progress;
  LaunchPlan slow = Good("^allreduce/bytes:8/");
  slow.library.label = "slow";
  slow.library.preload = {std::filesystem::absolute("harness/inject/libmpigauge_slow.so")};
  slow.library.environment = {{"MPIGAUGE_SLOW", "MPI_Allreduce:+200us"}};
  const auto runs = RunAll({Good("^allreduce/bytes:8/"), slow}, options);
  ASSERT_THAT(runs, SizeIs(2));
  EXPECT_THAT(runs[0].library, testing::StartsWith("Open MPI 4"));
  EXPECT_EQ(runs[0].complete, 3);
  EXPECT_EQ(runs[1].complete, 3);
  EXPECT_THAT(progress.str(), HasSubstr("6 of 6 launches"));
  const auto plain = Stored(runs[0]);
  const auto slowed = Stored(runs[1]);
  ASSERT_THAT(plain, SizeIs(3));
  ASSERT_THAT(slowed, SizeIs(3));
  EXPECT_EQ(plain[0].series[0].name, "allreduce/bytes:8/ranks:2");
  EXPECT_GE(slowed[0].series[0].summary.minimum, 200e-6);
  EXPECT_EQ(slowed[0].environment.context.at("injected_slowdown"), "MPI_Allreduce:+200us");
  EXPECT_EQ(store_.runs().Find(runs[0].run_id).status, RunStatus::kComplete);
  EXPECT_EQ(store_.runs().Find(runs[1].run_id).plan.at("label"), "slow");
}

TEST_F(CampaignTest, LaunchesOfTwoLibrariesTakeTurnsInCirclesOfEqualLength) {
  if (LaunchesThatFit(4, 2, RoomHere()) < 4) GTEST_SKIP() << "this machine refuses: memory for four launches at once";
  CampaignOptions options;
  options.turns = 3;
  Campaign campaign({Good("^allreduce/bytes:8/"), Good("^allreduce/bytes:8/")}, options, store_);
  campaign.Launch(4);
  EXPECT_EQ(campaign.launched(), 4);
  const auto runs = campaign.Runs();
  EXPECT_EQ(runs[0].complete, 4);
  EXPECT_EQ(runs[1].complete, 4);
  const auto first = Circles(Stored(runs[0]));
  EXPECT_THAT(first, SizeIs(2));
  EXPECT_EQ(first, Circles(Stored(runs[1])));
  EXPECT_THAT(campaign.Notes(), ElementsAre(HasSubstr("up to 2 of each library")));
}

TEST_F(CampaignTest, LibrariesThatNeverBeginInACircleAreLaunchedAlone) {
  // A library of which only one launch can live at a time.
  LaunchPlan alone = Good("^allreduce/bytes:8/");
  const std::string script = testing::TempDir() + "/alone.sh";
  std::ofstream(script) << "#!/bin/sh\ncase \"$*\" in *--circle*) echo 'no context is left' >&2; exit 9;; esac\nexec "
                        << alone.bench << " \"$@\"\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  alone.bench = script;
  CampaignOptions options;
  options.turns = 2;
  Campaign campaign({Good("^allreduce/bytes:8/"), alone}, options, store_);
  campaign.Launch(2);
  campaign.Launch(1);
  EXPECT_EQ(campaign.Runs()[0].complete, 3);
  EXPECT_EQ(campaign.Runs()[1].complete, 3);
  EXPECT_THAT(campaign.Runs()[1].problems, IsEmpty());
  EXPECT_THAT(campaign.Notes(), testing::Contains(HasSubstr("could not run at the same time: ")));
  EXPECT_THAT(campaign.Notes(), testing::Contains(HasSubstr("no context is left")));
  // Nothing of the circle counts: launches that took turns are not compared with launches that had no company.
  for (const CampaignRun& run : campaign.Runs()) {
    EXPECT_THAT(Stored(run), SizeIs(3));
    EXPECT_THAT(Circles(Stored(run)), ElementsAre(""));
  }
}

TEST_F(CampaignTest, ATimeBudgetIsForLaunchesThatAreAlone) {
  LaunchPlan plan = Good("^allreduce/bytes:8/");
  plan.bench_arguments.insert(plan.bench_arguments.end(), {"--time-budget", "1s"});
  CampaignOptions options;
  options.turns = 2;
  Campaign campaign({plan, plan}, options, store_);
  campaign.Launch(1);
  EXPECT_THAT(Circles(Stored(campaign.Runs()[0])), ElementsAre(""));
  EXPECT_THAT(campaign.Notes(), ElementsAre(HasSubstr("launches did not take turns: launches under a time budget")));
}

TEST_F(CampaignTest, ACrashNamesTheSeriesAndKeepsTheOthers) {
  const CampaignRun run = RunOnce(Bad("good|crashes"));
  EXPECT_EQ(run.complete, 0);
  ASSERT_THAT(run.problems, SizeIs(1));
  EXPECT_THAT(run.problems[0], HasSubstr("crashed in crashes/ranks:2"));
  const auto launches = Stored(run);
  ASSERT_THAT(launches, SizeIs(1));
  EXPECT_EQ(launches[0].status, LaunchStatus::kCrashed);
  EXPECT_EQ(launches[0].environment.context.at("clock_error_start_seconds"), "0.000000000");  // one clock
}

// Source: SKaMPI 3.3 [SK12].
TEST_F(CampaignTest, AfterACrashItsSeriesIsTriedLastAndTheOthersAreWhole) {
  CampaignOptions options;
  options.launches = 3;
  const CampaignRun run = RunAll({Bad("good|crashes")}, options)[0];
  ASSERT_THAT(run.problems, SizeIs(3));
  const auto launches = Stored(run);
  ASSERT_THAT(launches, SizeIs(3));
  for (const LaunchRecord& launch : launches) {
    const SeriesRecord& crashed = OfName(launch, "crashes/ranks:2");
    EXPECT_EQ(crashed.parameters, (Parameters{{"ranks", 2}}));
    ASSERT_TRUE(crashed.fault.has_value());
    EXPECT_EQ(crashed.fault->kind, FaultKind::kCrash);
    EXPECT_THAT(crashed.fault->message, HasSubstr("crashed in crashes/ranks:2"));
  }
  for (const std::size_t later : {1u, 2u}) {
    ASSERT_THAT(launches[later].series, SizeIs(2));
    EXPECT_THAT(OfName(launches[later], "good/ranks:2").passes, SizeIs(2));
    EXPECT_EQ(launches[later].settings.at("last"), "^(crashes/ranks:2)$");
  }
}

TEST_F(CampaignTest, ARankThatAbortsIsACrash) {
  EXPECT_THAT(RunOnce(Bad("aborts")).problems, ElementsAre(HasSubstr("crashed in aborts/ranks:2")));
}

TEST_F(CampaignTest, ARankThatHangsIsNamedWithItsSeries) {
  const CampaignRun run = RunOnce(Bad("hangs"));
  ASSERT_THAT(run.problems, SizeIs(1));
  EXPECT_THAT(run.problems[0], HasSubstr("hung in hangs/ranks:2"));
  EXPECT_THAT(run.problems[0], HasSubstr("rank 1 of 2: hangs/ranks:2, pass 1 of 2: in the operation for 3 s"));
  EXPECT_EQ(Stored(run)[0].status, LaunchStatus::kHung);
  EXPECT_EQ(Stored(run)[0].series.back().fault->kind, FaultKind::kHang);
}

TEST_F(CampaignTest, FaultsOfASeriesAreInTheRecordOfACompleteLaunch) {
  const CampaignRun run = RunOnce(Bad("good|wrong_data|throws"));
  EXPECT_THAT(run.problems, IsEmpty());
  const auto launches = Stored(run);
  ASSERT_THAT(launches[0].series, SizeIs(3));
  EXPECT_FALSE(launches[0].series[0].fault.has_value());
  EXPECT_EQ(launches[0].series[1].fault->kind, FaultKind::kWrongData);
  EXPECT_EQ(launches[0].series[2].fault->message, "thrown on purpose");
}

TEST_F(CampaignTest, ALaunchThatDoesNotEndWellAfterMpiIsLost) {
  LaunchPlan plan = Good("^allreduce/bytes:8/");
  const std::string script = testing::TempDir() + "/ends-badly";
  std::ofstream(script) << "#!/bin/sh\n" << plan.bench << " \"$@\"\nexit 7\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  plan.bench = script;
  const CampaignRun run = RunOnce(plan);
  EXPECT_EQ(run.complete, 0);
  // The launcher ends rank 0 when rank 1 has ended so, which may be earlier.
  EXPECT_THAT(run.problems,
              ElementsAre(testing::AnyOf(HasSubstr("crashed after MPI_Finalize had come back on rank 0 (exit code 7)"),
                                         HasSubstr("crashed in MPI_Finalize (exit code 7)"))));
  EXPECT_EQ(Stored(run)[0].status, LaunchStatus::kCrashed);
  EXPECT_THAT(Stored(run)[0].series, SizeIs(1));  // the measurements are kept
}

TEST_F(CampaignTest, LaunchesThatNeverBeginEndTheCampaign) {
  CampaignOptions options;
  options.launches = 10;
  const CampaignRun run = RunAll({Good("no_such_case")}, options)[0];
  EXPECT_THAT(run.problems, SizeIs(1));  // the next ones would say the same
  EXPECT_THAT(run.problems[0], HasSubstr("no series matches --benchmark_filter"));
  EXPECT_EQ(store_.runs().Find(run.run_id).status, RunStatus::kFailed);
  const auto heads = Stored(run);  // it is not forgotten
  ASSERT_THAT(heads, SizeIs(1));
  EXPECT_EQ(heads[0].status, LaunchStatus::kFailed);
  EXPECT_THAT(heads[0].status_text, HasSubstr("no series matches --benchmark_filter"));
  EXPECT_THAT(heads[0].series, IsEmpty());
}

// A plan whose mpirun is not of the MPI that the program was built against: every rank is a world of its own. Here the
// ranks forget what mpirun told them.
LaunchPlan AsSingletons(LaunchPlan plan, const std::string& arguments) {
  const std::string script = testing::TempDir() + "/singleton.sh";
  std::ofstream(script)
      << "#!/bin/bash\nfor name in $(compgen -e | grep -E '^(OMPI|PMIX|ORTE)_'); do unset $name; done\n"
      << "exec " << plan.bench << " " << arguments << "\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  plan.bench = script;
  return plan;
}

TEST_F(CampaignTest, RanksThatFindNoWorldAreRefusedBeforeTheyMeasure) {
  const CampaignRun run = RunOnce(AsSingletons(Good("spin"), "\"$@\""));
  EXPECT_EQ(run.complete, 0);
  EXPECT_THAT(run.problems, ElementsAre(HasSubstr("asked for 2 ranks, found a world of 1")));
  ExpectHeadAlone(run);
}

TEST_F(CampaignTest, ARecordOfAnotherWorldIsRefused) {
  const CampaignRun run = RunOnce(AsSingletons(Good("spin"), "\"${@:1:$#-2}\""));  // without --expect-ranks
  EXPECT_EQ(run.complete, 0);
  EXPECT_THAT(run.problems, ElementsAre(HasSubstr("asked for 2 ranks, the program found itself in a world of 1")));
  ExpectHeadAlone(run);
}

TEST_F(CampaignTest, AMissingMpiStoresNothing) {
  LaunchPlan plan = Good("^barrier/");
  plan.library.mpi = "/no/such/prefix";
  EXPECT_THROW(RunOnce(plan), Error);
  EXPECT_THAT(store_.runs().All(), IsEmpty());
}

// ---- a campaign that was killed, and goes on

}  // namespace
}  // namespace mpigauge
