// Whole gates at real tolerances, on a host that is played: the store, the looks and the decision are the real ones.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "base/error.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/store/database.h"
#include "ci/gate/played_gates.h"
#include "record/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class WholeGateTest : public PlayedGates {
 protected:
  int Count(int gates, Verdict verdict) {
    int count = 0;
    for (int i = 0; i < gates; ++i) count += SideBySideGate().comparison.verdict == verdict ? 1 : 0;
    return count;
  }
};

// At most 5% may fail: of 100, more than 15 have a chance below 4e-5. All others are decided.
TEST_F(WholeGateTest, EqualLibrariesPassAtFivePercent) { EXPECT_GE(Count(100, Verdict::kPass), 85); }

TEST_F(WholeGateTest, EqualLibrariesPassAtThreePercentWhereLaunchesAreQuiet) {
  host_.launches_differ = 0.01;
  options_.compare.tolerance = Tolerance::Parse({"3%"});
  EXPECT_GE(Count(100, Verdict::kPass), 85);
}

TEST_F(WholeGateTest, TenPercentAreFoundInTheSeriesThatHasThem) {
  host_.libraries["new"].slower = {{kAllreduce, 0.10}};
  int others = 0;
  for (int i = 0; i < 20; ++i) {
    const GateAnswer answer = SideBySideGate();
    EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
    EXPECT_THAT(Failed(answer), Contains(kAllreduce));
    EXPECT_NEAR(answer.comparison.series[0].ratio, 1.10, 0.05);
    others += Failed(answer).size() > 1 ? 1 : 0;
  }
  EXPECT_LE(others, 6);  // at most 5% may: of 20, more than 6 have a chance below 4e-5
}

// 1 / C(12, 6) = 1 / 924 is the smallest p of six launches, and too large for sixty series; 1 / C(14, 7) = 1 / 3432 is
// not.
TEST_F(WholeGateTest, TooFewLaunchesForAFailAreAnnouncedBeforeTheFirstLaunch) {
  for (int i = 0; i < 60; ++i) {
    const std::string name = fmt::format("case_{}/bytes:8/ranks:2", i);
    host_.medians[name] = 1e-6;
    host_.libraries["new"].slower[name] = 1.0;
  }
  std::ostringstream said;
  std::string said_at_first;
  options_.progress = &said;
  Libraries().series.resize(host_.medians.size());
  host_.before_launch = [&] { said_at_first += said_at_first.empty() ? said.str() + "." : ""; };
  options_.decision.looks = LooksUpTo(6);
  EXPECT_THAT(Failed(SideBySideGate()), IsEmpty());
  EXPECT_THAT(said_at_first, HasSubstr("6 launches of each library can pass some of 64 series, and fail none"));
  EXPECT_THAT(said_at_first, HasSubstr("7 are needed"));

  options_.decision.looks = LooksUpTo(7);
  said_at_first.clear();
  said.str("");
  EXPECT_EQ(Failed(SideBySideGate()).size(), 60);
  EXPECT_EQ(said_at_first, ".");
}

TEST_F(WholeGateTest, FasterLibraryPasses) {
  host_.libraries["new"].slower = {{kAllreduce, -0.30}, {kBcast, -0.30}};
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kPass);
}

// A launch has one time of the start of a process, and all that the machine does meanwhile is in it.
TEST_F(WholeGateTest, AnMpiInitOfOneSecondMoreFailsAndOneOfAThirdMorePasses) {
  const std::string init = "init/ranks:2";
  host_.medians = {{init, 0.25}, {kBcast, 1e-6}, {kControl, 1e-6}};
  host_.launches_differ = 0.03;
  options_.compare.tolerance = Tolerance::Parse({"10%"});
  EXPECT_EQ(Count(10, Verdict::kPass), 10);
  host_.libraries["new"].slower = {{init, 0.3}};
  EXPECT_EQ(Count(10, Verdict::kPass), 10);
  host_.libraries["new"].slower = {{init, 4}};
  const GateAnswer answer = SideBySideGate();
  EXPECT_THAT(Failed(answer), ElementsAre(init));
  EXPECT_NEAR(answer.comparison.series[0].tolerance, 0.65, 0.05);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
}

// At most 5% may fail: of 200, more than 23 have a chance below 2e-4. None can be proved to be within 5% either.
TEST_F(WholeGateTest, OnANoisyHostTheErrorRateHoldsAndNothingPasses) {
  host_.launches_differ = 0.5;
  int fails = 0;
  for (int i = 0; i < 200; ++i) {
    const Verdict verdict = SideBySideGate().comparison.verdict;
    EXPECT_NE(verdict, Verdict::kPass);
    fails += verdict == Verdict::kFail ? 1 : 0;
  }
  EXPECT_LE(fails, 23);
}

TEST_F(WholeGateTest, TurnsDecideWhereTheHostChangesFromCircleToCircle) {
  host_.blocks_differ = 0.5;
  EXPECT_EQ(Count(10, Verdict::kPass), 0);  // the host's changes are taken for the launches'
  host_.turns = true;
  EXPECT_EQ(Count(10, Verdict::kPass), 10);
  host_.libraries["new"].slower = {{kBcast, 0.10}};
  EXPECT_THAT(Failed(SideBySideGate()), ElementsAre(kBcast));
}

TEST_F(WholeGateTest, OnlyWhatIsOpenIsLaunchedAgainAndTheControls) {
  host_.launches_differ = 0.03;
  host_.libraries["new"].slower = {{kAllreduce, 0.5}};  // decided at once
  options_.compare.tolerance = Tolerance::Parse({"5%", "gather*=100%"});
  const GateAnswer answer = SideBySideGate();
  ASSERT_GE(host_.asked.size(), 2u);
  EXPECT_THAT(host_.asked[0], IsEmpty());
  EXPECT_THAT(host_.asked[1], AllOf(Contains(kBcast), Contains(kControl)));
  EXPECT_THAT(host_.asked.back(), Not(Contains(kAllreduce)));
  EXPECT_EQ(store_.runs().All().size(), 2u);  // of each library one run, however often one looked
}

// A look does not read launches again that earlier looks have seen: here they cannot be read any more.
TEST_F(WholeGateTest, ALookReadsWhatIsNew) {
  host_.launches_differ = 0.5;
  host_.seed = 100;  // with these launches nothing is decided before the last look
  host_.before_launch = [this] {
    if (!host_.asked.empty()) OpenSqlite(path_, true)->Execute("UPDATE results SET passes = $1", {Blob(3)});
  };
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kInconclusive);
  EXPECT_EQ(host_.asked.size(), options_.decision.looks.size());
  const std::string run = store_.runs().All()[0].run_id;
  EXPECT_THROW(store_.runs().Launches(run, LaunchDetail::kObservations), Error);
  EXPECT_EQ(store_.runs().Launches(run, LaunchDetail::kObservations, 14).size(), 6u);  // of the last look
}

TEST_F(WholeGateTest, WhenTheTimeIsSpentWhatIsOpenIsInconclusive) {
  host_.launches_differ = 0.3;
  host_.most = 8;
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("8+8 launches; the time of --budget is spent")));
  host_.most = 0;
  EXPECT_THROW(SideBySideGate(), Error);
}

// Where processors are left for a thread that spins, its library is as fast as before, and once passed.
TEST_F(WholeGateTest, ACandidateThatAloneTakesAProcessorWhileItWaitsDoesNotPass) {
  for (const auto& [old, fresh, verdict] : {std::tuple(false, true, Verdict::kInconclusive),
                                            {true, true, Verdict::kPass},
                                            {true, false, Verdict::kPass},
                                            {false, false, Verdict::kPass}}) {
    host_.libraries["old"].waiting = old ? 0.9 : 0.001;
    host_.libraries["new"].waiting = fresh ? 0.9 : 0.001;
    const GateAnswer answer = SideBySideGate();
    EXPECT_EQ(answer.comparison.verdict, verdict) << old << fresh;
    EXPECT_EQ(answer.comparison.clock_doubts.size(), verdict == Verdict::kPass ? 0U : 1U);
  }
}

// No launch waits for a turn there: it is in the records, whoever made them and whenever.
TEST_F(WholeGateTest, StoredRunsTellThatTheCandidateAloneTakesAProcessorWhileItWaits) {
  options_.settle = false;
  host_.libraries["old"].waiting = 0.001;
  StoreBaseline(10);
  host_.libraries["new"].waiting = 0.001;
  EXPECT_THAT(GateAgainstStored(store_, "release", Plan("new"), options_).comparison.clock_doubts, IsEmpty());
  host_.libraries["new"].waiting = 0.9;
  const Comparison doubted = GateAgainstStored(store_, "release", Plan("new"), options_).comparison;
  EXPECT_EQ(doubted.verdict, Verdict::kInconclusive);
  EXPECT_THAT(doubted.clock_doubts, ElementsAre(HasSubstr("of the candidate take a processor while they wait")));
}

// 500 MB more, with times as before; 2 MB are nothing.
TEST_F(WholeGateTest, ACandidateWhoseRanksHaveMoreMemoryFails) {
  for (const auto& [more, verdict] : {std::pair(500'000'000, Verdict::kFail), {2'000'000, Verdict::kPass}}) {
    host_.libraries["old"].peak = 100'000'000;
    host_.libraries["new"].peak = 100'000'000 + more;
    EXPECT_EQ(SideBySideGate().comparison.verdict, verdict) << more;
    StoreBaseline(10);
    const GateAnswer stored = GateAgainstStored(store_, "release", Plan("new"), options_);
    EXPECT_TRUE(stored.comparison.memory.known);
    EXPECT_EQ(stored.comparison.verdict == Verdict::kFail, verdict == Verdict::kFail) << more;
    if (verdict == Verdict::kPass) continue;
    EXPECT_FALSE(stored.settled_run_id.empty());  // side by side it is as large
  }
}

// A thread beside each rank that spins where processors are left: times are as before.
TEST_F(WholeGateTest, ACandidateWhoseCallsTakeMoreProcessorTimeFails) {
  host_.turns = true;
  host_.libraries["old"].peak = host_.libraries["new"].peak = 100'000'000;
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kPass);
  host_.libraries["new"].processor = 2;
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  const SeriesComparison& first = answer.comparison.series[0];
  EXPECT_EQ(first.decided_by, DecidedBy::kProcessor);
  EXPECT_THAT(first.reason, HasSubstr(" of processor time (baseline"));
  EXPECT_TRUE(first.processor.known);
  EXPECT_NEAR(first.processor.ratio, 2, 0.2);
  EXPECT_NEAR(first.ratio, 1, 0.05);
  // A program before this one wrote the time of rank 0 alone: nothing is compared with that.
  host_.libraries["old"].peak = {};
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kPass);
}

// There the whole gate once ended with an error: nobody learnt what the stored runs had passed.
TEST_F(WholeGateTest, WhenNoTimeIsLeftToSettleWhatTheStoredRunsPassStands) {
  StoreBaseline(10);
  host_.libraries["new"].slower = {{kBcast, 0.5}};
  int calls = 0;
  host_.before_launch = [&] { host_.most = ++calls == 1 ? 10 : 0; };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("0+0 launches; the time of --budget is spent")));
  for (const SeriesComparison& series : answer.comparison.series) {
    EXPECT_EQ(series.verdict, series.name == kBcast ? Verdict::kInconclusive : Verdict::kPass) << series.name;
  }
}

TEST_F(WholeGateTest, ALostLaunchIsSaidAndKeepsTheCandidateFromPassing) {
  host_.libraries["new"].statuses = {LaunchStatus::kComplete, LaunchStatus::kCrashed};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("launches of the candidate crashed, hung or never")));
  EXPECT_THAT(answer.comparison.notes, Contains("launch 2 of new: crashed"));
}

TEST_F(WholeGateTest, ACandidateThatLosesMoreLaunchesFails) {
  host_.launches_differ = 0.5;  // all looks are taken
  std::vector<LaunchStatus>& statuses = host_.libraries["new"].statuses;
  for (int i = 0; i < 20; ++i) statuses.push_back(i % 2 == 0 ? LaunchStatus::kHung : LaunchStatus::kComplete);
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("10 of 20 launches of the candidate crashed, hung")));
}

TEST_F(WholeGateTest, TheBaselinesLostLaunchesAreNotHeldAgainstTheCandidate) {
  host_.libraries["old"].statuses = {LaunchStatus::kCrashed};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kPass);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("1 of ")));
}

TEST_F(WholeGateTest, SeriesWithFaultsInEveryLaunchFail) {
  for (const FaultKind kind : {FaultKind::kError, FaultKind::kCrash, FaultKind::kHang, FaultKind::kWrongData}) {
    host_.libraries["new"].faults = {{kBcast, kind}};
    const GateAnswer answer = SideBySideGate();
    EXPECT_EQ(answer.comparison.verdict, Verdict::kFail) << FaultKindName(kind);
    EXPECT_THAT(Failed(answer), ElementsAre(kBcast)) << FaultKindName(kind);
  }
}

TEST_F(WholeGateTest, AnUnknownBaselineCostsNoTime) {
  EXPECT_THROW(GateAgainstStored(store_, "nothing", Plan("new"), options_), Error);
  EXPECT_THAT(store_.runs().All(), IsEmpty());
}

// Five looks at intervals of 95% have 99% each.
TEST_F(WholeGateTest, SideBySideAllowsWhatIsUnderTest) {
  const LaunchPlan old = Plan("old");
  LaunchPlan other = Plan("new");
  EXPECT_THAT(SideBySideSettings(old, other, options_).allowed_fields, IsEmpty());
  EXPECT_NEAR(SideBySideSettings(old, other, options_).confidence, 0.99, 1e-12);
  other.library.environment = {{"A", "b"}};
  EXPECT_THAT(SideBySideSettings(old, other, options_).allowed_fields, ElementsAre("tuning_parameters"));
  other.library = {"new", "/opt/mpi", {}, {}, ""};
  EXPECT_THAT(SideBySideSettings(old, other, options_).allowed_fields, ElementsAre("mpi_implementation"));
}

TEST_F(WholeGateTest, ACandidateOfAnotherEnvironmentIsRefusedAfterItsFirstLaunch) {
  LaunchRecord launch = ExampleLaunch("of-other-hosts", 0, host_.medians);
  launch.environment.key["cpu_model"] = "another";
  store_.runs().AddLaunch(launch);
  store_.baselines().Set("release", {"of-other-hosts"}, "");
  options_.settle = false;
  for (const bool first_alone : {true, false}) {
    options_.first_launch_alone = first_alone;
    const std::string label = first_alone ? "first" : "all";
    EXPECT_THROW(GateAgainstStored(store_, "release", Plan(label), options_), Error);
    for (const auto& run : store_.runs().All()) {
      const std::size_t launches = store_.runs().Launches(run.run_id, LaunchDetail::kHeads).size();
      EXPECT_EQ(launches, run.library == "all" ? 10U : 1U) << run.library;
    }
  }
  StoreBaseline(1);
  options_.first_launch_alone = true;
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(store_.runs().Launches(answer.candidate_run_id, LaunchDetail::kHeads).size(), 10U);
}

TEST_F(WholeGateTest, APatternOfTheToleranceThatMatchesNothingIsRefusedUnlessItMay) {
  options_.compare.tolerance = Tolerance::Parse({"no_such_case*=3%"});
  EXPECT_THROW(SideBySideGate(), Error);
  options_.patterns_must_match = false;
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kPass);
}

TEST_F(WholeGateTest, ProblemsOfAllLaunchesAreInTheAnswer) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  host_.libraries["new"].slower = {{kAllreduce, 0.20}};
  host_.libraries["new"].statuses = {LaunchStatus::kCrashed};
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(answer.problems, ElementsAre("launch 1 of new: crashed", "launch 1 of new: crashed"));
  EXPECT_EQ(answer.comparison.losses.candidate.lost, 2);  // of the screening run, and of those side by side
}

}  // namespace
}  // namespace mpigauge
