// Candidates that are more than twice as fast: all of their data are checked before anybody is told.
#include "ci/gate/whole_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "ci/gate/played_gates.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class WholeCheckTest : public PlayedGates {
 protected:
  WholeCheckTest() { host_.libraries["new"].slower = {{kBcast, -0.7}, {kGather, -0.4}}; }

  static const SeriesComparison& BcastOf(const GateAnswer& answer) {
    for (const SeriesComparison& series : answer.comparison.series) {
      if (series.name == kBcast) return series;
    }
    ADD_FAILURE() << "no bcast in the comparison";
    static const SeriesComparison nothing;
    return nothing;
  }

  static bool Improved(const GateAnswer& answer, const std::string& name) {
    for (const SeriesComparison& series : answer.comparison.series) {
      if (series.name == name) return series.improved;
    }
    return false;
  }
};

TEST_F(WholeCheckTest, AFasterSeriesWithRightDataIsFasterByAnotherLaunchOfItAlone) {
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kPass);
  EXPECT_TRUE(Improved(answer, kBcast));
  EXPECT_TRUE(Improved(answer, kGather));
  EXPECT_THAT(host_.asked.back(), ElementsAre(kBcast));
  EXPECT_THAT(answer.comparison.notes,
              Contains("one more launch checked the data of 1 series that are more than twice as fast after each "
                       "operation: they are right"));
  EXPECT_EQ(store_.runs().All().size(), 2U);  // no history has the times of operations that were checked
}

TEST_F(WholeCheckTest, NoLaunchIsMadeForASeriesThatIsFasterByLess) {
  host_.libraries["new"].slower = {{kBcast, -0.4}};
  const GateAnswer answer = SideBySideGate();
  EXPECT_TRUE(Improved(answer, kBcast));
  EXPECT_THAT(host_.asked, Not(Contains(ElementsAre(kBcast))));
}

// An operation that does nothing in some calls is fast, and the sample may have missed those.
TEST_F(WholeCheckTest, WrongDataThatOnlyTheWholeCheckSeesFail) {
  host_.libraries["new"].when_checked_whole = {{kBcast, FaultKind::kWrongData}};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(Failed(answer), ElementsAre(kBcast));
  EXPECT_EQ(BcastOf(answer).broken, Broken::kWrongData);
  EXPECT_THAT(BcastOf(answer).reason,
              HasSubstr("wrong data on rank 1: as the test asks, in a launch with --verify=all"));
  EXPECT_EQ(store_.runs().All().size(), 3U);  // what shows them is kept
}

TEST_F(WholeCheckTest, AgainstAStoredBaselineTheyFailToo) {
  host_.launches_differ = 0.01;
  host_.libraries["new"].when_checked_whole = {{kBcast, FaultKind::kWrongData}};
  StoreBaseline(10);
  for (const bool settle : {true, false}) {
    options_.settle = settle;
    const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
    EXPECT_THAT(Failed(answer), ElementsAre(kBcast));
    EXPECT_EQ(BcastOf(answer).broken, Broken::kWrongData);
  }
}

TEST_F(WholeCheckTest, AnErrorInTheWholeCheckDoesNotPass) {
  host_.libraries["new"].when_checked_whole = {{kBcast, FaultKind::kError}};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(BcastOf(answer).verdict, Verdict::kInconclusive);
  EXPECT_THAT(BcastOf(answer).reason, HasSubstr("with --verify=all error: as the test asks"));
}

TEST_F(WholeCheckTest, ALaunchThatCrashesChecksNothing) {
  host_.before_launch = [this] {
    if (!host_.asked.empty()) host_.libraries["new"].statuses = {LaunchStatus::kCrashed};
  };
  options_.decision.looks = {8};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(BcastOf(answer).verdict, Verdict::kInconclusive);
  EXPECT_TRUE(Improved(answer, kGather));
  EXPECT_EQ(store_.runs().All().size(), 2U);
  EXPECT_THAT(answer.comparison.notes,
              Contains(HasSubstr("1 series is more than twice as fast, and its data were not checked after each "
                                 "operation (launch 1 of new: crashed), so it does not count as faster: " +
                                 kBcast)));
  EXPECT_THAT(answer.problems, Contains(HasSubstr("launch 1 of new: crashed")));
}

TEST_F(WholeCheckTest, WithoutTimeForTheLaunchItDoesNotCountAsFaster) {
  options_.deadline = std::chrono::steady_clock::now();
  const GateAnswer answer = SideBySideGate();
  EXPECT_FALSE(Improved(answer, kBcast));
  EXPECT_TRUE(Improved(answer, kGather));
  EXPECT_THAT(answer.comparison.notes,
              Contains(HasSubstr("operation (the time of --budget is spent), so it does not")));
}

// Nothing more can be launched of a stored run.
TEST_F(WholeCheckTest, AStoredRunThatWasNotCheckedWholeDoesNotCountAsFaster) {
  StoreBaseline(10);
  const auto launches = host_.Make()({Plan("new")}, "screen");
  launches->Launch(10, {}, std::nullopt);
  const GateAnswer answer = GateStoredRun(store_, "release", launches->Runs()[0].run_id, options_);
  EXPECT_EQ(BcastOf(answer).verdict, Verdict::kPass);
  EXPECT_FALSE(BcastOf(answer).improved);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("(none of its launches had --verify=all)")));
}

TEST_F(WholeCheckTest, ALibraryThatWasMeasuredWithAllDataCheckedNeedsNoOtherLaunch) {
  LaunchPlan plan = Plan("new");
  plan.bench_arguments = {"--verify=all"};
  const GateAnswer answer = GateSideBySide(store_, Plan("old"), plan, options_);
  EXPECT_TRUE(Improved(answer, kBcast));
  EXPECT_THAT(host_.asked, Not(Contains(ElementsAre(kBcast))));
}

}  // namespace
}  // namespace mpigauge
