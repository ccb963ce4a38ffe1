// Real libraries, real launches; whole_gate_test plays the rest. The slowdown is so large that the machine's noise does
// not matter.
#include "ci/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "baselines/compare/comparison_json.h"
#include "ci/launch/campaign.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class GateTest : public testing::Test {
 protected:
  GateTest() : store_(OpenStore()) {
    options_.launches = 5;
    campaign_.launches = 5;
    options_.make_launches = OnThisHost(campaign_, store_);
    options_.decision.looks = {5, 8};
    options_.compare.tolerance = Tolerance::Parse({"300%"});  // equal libraries pass on the noisiest machine
  }

  static Store OpenStore() {
    const std::string path = testing::TempDir() + "/gate.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  static LaunchPlan Plain() {
    LaunchPlan plan;
    plan.bench = std::filesystem::absolute("benchmarks/mpigauge-bench");
    plan.bench_arguments = {"--passes", "3", "--benchmark_filter=^(allreduce|bcast)/bytes:8/|spin"};
    return plan;
  }

  CampaignRun StoredRun() {
    Campaign campaign({Plain()}, campaign_, store_);
    campaign.Launch(campaign_.launches);
    campaign.End();
    return campaign.Runs()[0];
  }

  static LaunchPlan Slowed() {
    LaunchPlan plan = Plain();
    plan.library.label = "slowed";
    plan.library.preload = {std::filesystem::absolute("harness/inject/libmpigauge_slow.so")};
    plan.library.environment = {{"MPIGAUGE_SLOW", "MPI_Allreduce:+1ms"}};
    return plan;
  }

  static std::vector<std::string> Failed(const GateAnswer& answer) {
    std::vector<std::string> names;
    for (const auto& series : answer.comparison.series) {
      if (series.verdict == Verdict::kFail) names.push_back(series.name);
    }
    return names;
  }

  void StoreBaseline(int runs) {
    std::vector<std::string> ids;
    for (int i = 0; i < runs; ++i) ids.push_back(StoredRun().run_id);
    store_.baselines().Set("release", ids, "");
  }

  // Stored runs decide nothing of a series if another program has changed the machine since: the gate says so, and is
  // asked again, with a baseline of now. `runs_` is then how many runs the last answer has added.
  GateAnswer AgainstStored(const LaunchPlan& plan) {
    GateAnswer answer;
    for (int tries = 0; tries < 4; ++tries) {
      const std::size_t before = store_.runs().All().size();
      answer = GateAgainstStored(store_, "release", plan, options_);
      runs_ = store_.runs().All().size() - before;
      if (!OfAnotherState(answer)) break;
      for (const SeriesComparison& one : answer.comparison.series) {
        if (options_.settle || !one.same_state.IsAnother()) continue;
        EXPECT_EQ(one.verdict, Verdict::kInconclusive) << one.name;
      }
      StoreBaseline(4);
    }
    return answer;
  }

  static bool OfAnotherState(const GateAnswer& answer) {
    const auto& series = answer.comparison.series;
    return std::any_of(series.begin(), series.end(),
                       [](const SeriesComparison& one) { return one.same_state.IsAnother(); });
  }

  std::size_t runs_ = 0;
  Store store_;
  CampaignOptions campaign_;
  GateOptions options_;
};

TEST_F(GateTest, SideBySideNamesTheSlowedSeriesAndNoOther) {
  const GateAnswer answer = GateSideBySide(store_, Plain(), Slowed(), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(Failed(answer), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_GT(answer.comparison.series[0].low, 4);
  EXPECT_EQ(answer.comparison.candidate, "slowed");
  EXPECT_LE(answer.comparison.series[0].p_adjusted, options_.compare.alpha);
  KeepGate(store_, answer, "side by side");
  EXPECT_EQ(store_.gates().Newest(10)[0].verdict, "fail");
  // The decision lists the looks and the error that each spends.
  const auto decision = ComparisonFromJson(store_.gates().Newest(10)[0].comparison, "gate").decision;
  ASSERT_TRUE(decision);
  const GateHypothesis& series = decision->series[0];
  EXPECT_EQ(series.name, "allreduce/bytes:8/ranks:2");
  EXPECT_EQ(series.looks[0].baseline_launches, 5u);
  EXPECT_EQ(series.looks[0].decision, Decision::kFail);
  EXPECT_GT(series.looks[0].fail_spent, 0);
  EXPECT_EQ(store_.runs().All().size(), 2u);  // one of each library, however often one looked
}

// Whatever the machine does, equal libraries are not proved to differ by less than a ten thousandth.
TEST_F(GateTest, UndecidedSeriesGetMoreLaunchesInTheSameRuns) {
  options_.compare.tolerance = Tolerance::Parse({"0.01%"});
  const GateAnswer answer = GateSideBySide(store_, Plain(), Plain(), options_);
  const auto runs = store_.runs().All();
  ASSERT_EQ(runs.size(), 2u);
  for (const auto& run : runs) EXPECT_EQ(store_.runs().Launches(run.run_id, LaunchDetail::kSummaries).size(), 8u);
  EXPECT_THAT(answer.comparison.notes, testing::Contains(HasSubstr("8+8 launches")));
  EXPECT_EQ(answer.comparison.series[0].baseline_seconds.size(), 8u);
}

TEST_F(GateTest, ABaselineOfOneRunCannotScreenSoEverythingIsSettledSideBySide) {
  const CampaignRun baseline = StoredRun();
  store_.baselines().Set("release", {baseline.run_id}, "");
  const GateAnswer slowed = GateAgainstStored(store_, "release", Slowed(), options_);
  EXPECT_THAT(Failed(slowed), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_THAT(slowed.comparison.notes, testing::Contains(HasSubstr("has 1 run, a screen needs 10")));
  EXPECT_EQ(store_.runs().All().size(), 3u);

  const GateAnswer again = GateStoredRun(store_, "release", slowed.candidate_run_id, options_);
  EXPECT_THAT(Failed(again), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_THAT(again.comparison.notes, testing::Contains(HasSubstr("10 are needed to know how much runs differ")));
}

TEST_F(GateTest, RunsOfABaselineScreenAndWhatTheyCannotPassIsSettledSideBySide) {
  options_.launches = 2;
  campaign_.launches = 2;
  options_.decision.screen.min_runs = 4;
  StoreBaseline(4);
  // Four runs that happen to be alike say little of how runs differ, so their own noise is not asked to pass here.
  options_.compare.tolerance = Tolerance::Parse({"1000%"});
  const GateAnswer equal = AgainstStored(Plain());
  EXPECT_EQ(equal.comparison.verdict, Verdict::kPass);
  EXPECT_EQ(runs_, 1u);  // nothing had to be settled
  EXPECT_NEAR(equal.comparison.series[0].level, 0.96, 1e-9);

  options_.compare.tolerance = Tolerance::Parse({"1000%", "allreduce*=300%"});
  const GateAnswer slowed = AgainstStored(Slowed());
  EXPECT_THAT(Failed(slowed), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_THAT(slowed.comparison.notes, testing::Contains(HasSubstr("1 of 2 series could not be passed")));
  ASSERT_EQ(runs_, 3u);
  // Side by side only what was open, and the control, was measured.
  const auto settled = store_.runs().Launches(store_.runs().All()[0].run_id, LaunchDetail::kSummaries);
  for (const LaunchRecord& launch : settled) {
    for (const SeriesRecord& series : launch.series) EXPECT_NE(series.case_name, "bcast");
  }

  options_.settle = false;
  const GateAnswer by_runs = AgainstStored(Slowed());
  EXPECT_THAT(Failed(by_runs), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_THAT(by_runs.comparison.series[0].reason, HasSubstr("slower than 4 runs"));
}

}  // namespace
}  // namespace mpigauge
