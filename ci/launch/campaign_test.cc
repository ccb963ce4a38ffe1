// Real mpirun, real benchmark programs, real store.
#include "ci/launch/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "ci/launch/campaign_state.h"
#include "ci/launch/launcher.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CampaignTest : public testing::Test {
 protected:
  CampaignTest() : store_(OpenStore()) {}

  static Store OpenStore() {
    const std::string path = testing::TempDir() + "/campaign.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  static LaunchPlan Plan(const std::string& bench, const std::string& filter) {
    LaunchPlan plan;
    plan.bench = std::filesystem::absolute(bench);
    plan.bench_arguments = {"--passes", "2", "--observations", "5", "--watchdog", "3s", "--benchmark_filter=" + filter};
    plan.timeout_seconds = 120;
    return plan;
  }
  static LaunchPlan Good(const std::string& filter) { return Plan("benchmarks/mpigauge-bench", filter); }
  static LaunchPlan Bad(const std::string& filter) { return Plan("harness/testing/bad-bench", filter); }

  CampaignRun RunOnce(const LaunchPlan& plan) {
    CampaignOptions options;
    options.launches = 1;
    return RunCampaign({plan}, options, store_)[0];
  }

  std::vector<LaunchRecord> Stored(const CampaignRun& run) {
    return store_.Launches(run.run_id, Store::Detail::kObservations);
  }

  // Nothing of what it measured, and that it was lost.
  void ExpectHeadAlone(const CampaignRun& run) {
    const auto launches = Stored(run);
    ASSERT_THAT(launches, SizeIs(1));
    EXPECT_EQ(launches[0].status, LaunchStatus::kFailed);
    EXPECT_THAT(launches[0].series, IsEmpty());
  }

  // The store gives the series of a launch in the order in which it met them first, not in that of the launch.
  static const SeriesRecord& OfName(const LaunchRecord& launch, const std::string& name) {
    const auto found = std::find_if(launch.series.begin(), launch.series.end(),
                                    [&](const SeriesRecord& series) { return series.name == name; });
    if (found == launch.series.end()) throw std::out_of_range("the launch has no series " + name);
    return *found;
  }

  Store store_;
};

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
  const auto runs = RunCampaign({Good("^allreduce/bytes:8/"), slow}, options, store_);
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
  EXPECT_EQ(store_.FindRun(runs[0].run_id).status, RunStatus::kComplete);
  EXPECT_EQ(store_.FindRun(runs[1].run_id).plan.at("label"), "slow");
}

std::set<std::string> Circles(const std::vector<LaunchRecord>& launches) {
  std::set<std::string> circles;
  for (const LaunchRecord& launch : launches) {
    const auto found = launch.settings.find("circle");
    circles.insert(found == launch.settings.end() ? "" : found->second);
  }
  return circles;
}

TEST_F(CampaignTest, LaunchesOfTwoLibrariesTakeTurnsInCirclesOfEqualLength) {
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

TEST_F(CampaignTest, WhatNeverBeginsInACircleIsLaunchedByItself) {
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
  EXPECT_THAT(campaign.Notes(), testing::Contains(HasSubstr("could not live together: ")));
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
  EXPECT_THAT(campaign.Notes(), ElementsAre(HasSubstr("launches did not take turns: a time budget")));
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
  const CampaignRun run = RunCampaign({Bad("good|crashes")}, options, store_)[0];
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

TEST_F(CampaignTest, ALaunchThatDoesNotEndWellAfterItsRecordCountsAndIsSaid) {
  LaunchPlan plan = Good("^allreduce/bytes:8/");
  const std::string script = testing::TempDir() + "/ends-badly";
  std::ofstream(script) << "#!/bin/sh\n" << plan.bench << " \"$@\"\nexit 7\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  plan.bench = script;
  const CampaignRun run = RunOnce(plan);
  EXPECT_EQ(run.complete, 1);
  EXPECT_THAT(run.problems, ElementsAre(HasSubstr("measured, but it ended with exit code 7")));
}

TEST_F(CampaignTest, LaunchesThatNeverBeginEndTheCampaign) {
  CampaignOptions options;
  options.launches = 10;
  const CampaignRun run = RunCampaign({Good("no_such_case")}, options, store_)[0];
  EXPECT_THAT(run.problems, SizeIs(1));  // the next ones would say the same
  EXPECT_THAT(run.problems[0], HasSubstr("no series matches --benchmark_filter"));
  EXPECT_EQ(store_.FindRun(run.run_id).status, RunStatus::kFailed);
  const auto heads = Stored(run);  // it is not forgotten
  ASSERT_THAT(heads, SizeIs(1));
  EXPECT_EQ(heads[0].status, LaunchStatus::kFailed);
  EXPECT_THAT(heads[0].status_text, HasSubstr("no series matches --benchmark_filter"));
  EXPECT_THAT(heads[0].series, IsEmpty());
}

// What happens where mpirun is not of the MPI that the program was built against: every rank is a world of
// its own. Here the ranks forget what mpirun told them.
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
  EXPECT_THAT(store_.Runs(), IsEmpty());
}

// ---- a campaign that was killed, and goes on

class ResumedCampaignTest : public CampaignTest {
 protected:
  ResumedCampaignTest() {
    options_.folder = std::filesystem::path(testing::TempDir()) / "campaign-folder";
    std::filesystem::remove_all(options_.folder);
  }

  static std::vector<LaunchPlan> TwoPlans() { return {Good("^allreduce/bytes:8/"), Good("^allreduce/bytes:8/")}; }

  std::vector<std::string> LaunchIds(const std::string& run_id) {
    std::vector<std::string> ids;
    for (const LaunchRecord& launch : store_.Launches(run_id, Store::Detail::kSummaries))
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

TEST_F(ResumedCampaignTest, WhatIsMissingOfACircleTakesTurnsAgain) {
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
  LaunchRecord record = store_.Launches(run_id, Store::Detail::kObservations)[0];
  record.launch_id = NewRunId();
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
  cut_off.launch_id = NewRunId();
  cut_off.run_id = run_id;
  cut_off.status = LaunchStatus::kInterrupted;
  store_.AddLaunch(cut_off);
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
  EXPECT_THAT(error_with("run_ids", {"a", "../b"}), HasSubstr("campaign.json: run_ids: \"../b\" is no id"));
}

TEST_F(ResumedCampaignTest, OfOtherPlansIsRefused) {
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
