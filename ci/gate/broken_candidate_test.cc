// Gates of candidates that do not work: whatever is wrong with them, none of them may pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "ci/gate/played_gates.h"
#include "ci/gate/promote.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

class BrokenCandidateTest : public PlayedGates {
 protected:
  static const SeriesComparison& Find(const GateAnswer& answer, const std::string& name) {
    for (const SeriesComparison& series : answer.comparison.series) {
      if (series.name == name) return series;
    }
    ADD_FAILURE() << name << " is not in the comparison";
    static const SeriesComparison nothing;
    return nothing;
  }
};

// In the screening run a series that is a little slower has an error; side by side it is fast, and has none.
TEST_F(BrokenCandidateTest, ErrorsOfTheScreeningRunAreNotForgottenWhenItIsSettled) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  host_.before_launch = [this, launches = 0]() mutable {
    FakeLibrary& candidate = host_.libraries["new"];
    candidate = FakeLibrary();
    candidate.slower = {{kBcast, launches == 0 ? 0.2 : -0.2}};
    if (launches == 0) candidate.errors = {{kBcast, FaultKind::kError}};
    ++launches;
  };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  ASSERT_NE(answer.settled_run_id, "");
  EXPECT_LT(Find(answer, kBcast).ratio, 1);
  EXPECT_EQ(Find(answer, kBcast).verdict, Verdict::kInconclusive);
  EXPECT_THAT(Find(answer, kBcast).reason, HasSubstr("error in 1 of 10 launches"));
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
}

// A launch that computes wrong data and crashes afterwards leaves no time, and yet it has shown them.
TEST_F(BrokenCandidateTest, WrongDataOfALaunchThatCrashedLaterFail) {
  host_.libraries["new"].errors = {{kBcast, FaultKind::kWrongData}};
  host_.libraries["new"].statuses = {LaunchStatus::kCrashed};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(Failed(answer), ElementsAre(kBcast));
  EXPECT_EQ(Find(answer, kBcast).broken, Broken::kWrongData);

  const GateAnswer stored = GateStoredRun(store_, answer.baseline_run_id, answer.candidate_run_id, options_);
  EXPECT_THAT(Failed(stored), ElementsAre(kBcast));
}

TEST_F(BrokenCandidateTest, WrongDataOfASeriesThatTheBaselineDoesNotHaveFail) {
  StoreBaseline(10);
  host_.medians["scan/bytes:8/ranks:2"] = 1e-6;
  host_.libraries["new"].errors = {{"scan/bytes:8/ranks:2", FaultKind::kWrongData}};
  options_.settle = false;
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(Failed(answer), ElementsAre("scan/bytes:8/ranks:2"));
}

// Its ranks never start together, while those of the baseline do.
TEST_F(BrokenCandidateTest, OneWithoutAnyValidObservationOfASeriesFails) {
  host_.libraries["new"].faults = {{kBcast, FaultKind::kNoValidObservation}};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(Failed(answer), ElementsAre(kBcast));
  EXPECT_EQ(Find(answer, kBcast).broken, Broken::kNoTimes);

  StoreBaseline(10);
  options_.settle = false;
  const GateAnswer stored = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(Failed(stored), ElementsAre(kBcast));
  EXPECT_EQ(Find(stored, kBcast).broken, Broken::kNoTimes);
}

// The stored runs are of other hours: where they alone say that a series lacks times, launches side by side decide.
TEST_F(BrokenCandidateTest, TimesThatWereMissingOnlyWhenItWasScreenedAreMeasuredAgain) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  int calls = 0;
  host_.before_launch = [&calls] { ++calls; };
  host_.times = [&calls](const std::string& library, const std::string& series, int launch, double median,
                         std::mt19937_64& /*random*/) {
    const bool nothing = calls == 1 && library == "new" && series == kBcast && launch < 5;
    return std::vector<double>(3, nothing ? 0 : median);
  };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_NE(answer.settled_run_id, "");
  EXPECT_THAT(Failed(answer), testing::IsEmpty());
}

// Side by side a series computes wrong data that was well when it was screened, and so does one that needed no
// settling.
TEST_F(BrokenCandidateTest, WrongDataOfTheSettlingLaunchesFail) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  host_.before_launch = [this, launches = 0]() mutable {
    host_.libraries["new"].slower = {{kBcast, 0.2}};
    if (launches++ > 0) host_.libraries["new"].errors = {{kBcast, FaultKind::kWrongData}};
  };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(Find(answer, kBcast).broken, Broken::kWrongData);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
}

class DeadCandidateTest : public BrokenCandidateTest {
 protected:
  // Every launch of the candidate dies in bcast.
  void Die(LaunchStatus how) {
    host_.libraries["new"].dies_in = kBcast;
    host_.libraries["new"].statuses = std::vector<LaunchStatus>(100, how);
  }

  void ExpectBroken(const GateAnswer& answer, const std::string& how) {
    EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
    EXPECT_THAT(Failed(answer), ElementsAre(kBcast));
    EXPECT_EQ(Find(answer, kBcast).broken, Broken::kDoesNotWork);
    EXPECT_THAT(Find(answer, kBcast).reason, HasSubstr("no launch of the candidate finished"));
    EXPECT_THAT(Find(answer, kBcast).reason, HasSubstr(how + ": as the test asks"));
    EXPECT_EQ(answer.comparison.losses.verdict, Verdict::kFail);
    KeepGate(store_, answer, "release");
    EXPECT_EQ(store_.gates().Newest(1)[0].verdict, "fail");
  }
};

TEST_F(DeadCandidateTest, SideBySideItFails) {
  Die(LaunchStatus::kCrashed);
  ExpectBroken(SideBySideGate(), "crash");
  Die(LaunchStatus::kHung);
  ExpectBroken(SideBySideGate(), "hang");
}

TEST_F(DeadCandidateTest, AgainstAStoredBaselineItFails) {
  StoreBaseline(10);
  Die(LaunchStatus::kCrashed);
  ExpectBroken(GateAgainstStored(store_, "release", Plan("new"), options_), "crash");
  options_.settle = false;
  ExpectBroken(GateAgainstStored(store_, "release", Plan("new"), options_), "crash");
  StoreBaseline(2);
  ExpectBroken(GateAgainstStored(store_, "release", Plan("new"), options_), "crash");
}

TEST_F(DeadCandidateTest, AStoredRunFails) {
  StoreBaseline(2);
  Die(LaunchStatus::kCrashed);
  const auto launches = host_.Make()({Plan("new")}, "screen");
  launches->Launch(3, {}, std::nullopt);
  ExpectBroken(GateStoredRun(store_, "release", launches->Runs()[0].run_id, options_), "crash");
}

// It was well when it was screened, and dies in all launches that settle.
TEST_F(DeadCandidateTest, OneThatDiesOnlyWhenItIsSettledFails) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  host_.before_launch = [this, launches = 0]() mutable {
    host_.libraries["new"].slower = {{kBcast, 0.2}};
    if (launches++ > 0) Die(LaunchStatus::kCrashed);
  };
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_EQ(Find(answer, kBcast).broken, Broken::kDoesNotWork);
}

TEST_F(DeadCandidateTest, NothingIsMeasuredWhereTheBaselineDiesToo) {
  Die(LaunchStatus::kCrashed);
  host_.libraries["old"] = host_.libraries["new"];
  EXPECT_THROW(SideBySideGate(), Error);
}

// Launches that never begin: beside a baseline that does, the library is to blame. Alone, it may be the machine.
TEST_F(DeadCandidateTest, OneThatNeverBeginsFailsBesideTheBaseline) {
  StoreBaseline(10);
  Die(LaunchStatus::kFailed);
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(answer.comparison.losses.text, HasSubstr("6 of 6 launches of the candidate"));
  EXPECT_THROW(GateAgainstStored(store_, "release", Plan("new"), options_), Error);
}

// A gate of Open MPI and MPICH with one benchmark program once blamed the baseline: "there was no time for one".
TEST_F(BrokenCandidateTest, OneThatEndsAllLaunchesBeforeTheBaselineHadAnyIsNamed) {
  class EndedByTheCandidate : public FakeLaunches {
   public:
    using FakeLaunches::FakeLaunches;
    std::vector<CampaignRun> Runs() const override {
      std::vector<CampaignRun> runs = FakeLaunches::Runs();
      runs[1].problems = {"launch 1 of new: exit code 4"};
      return runs;
    }
  };
  host_.most = 0;
  options_.make_launches = [this](const std::vector<LaunchPlan>& plans, const std::string&) {
    return std::make_unique<EndedByTheCandidate>(host_, plans, 1);
  };
  try {
    SideBySideGate();
    FAIL() << "nothing was measured";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("new: no launch ended well: launch 1 of new: exit code 4"));
  }
}

// A library that dies in MPI_Finalize: each launch has measured everything, as fast as the baseline does.
class DiesAtItsEndTest : public BrokenCandidateTest {
 protected:
  void Lose(std::size_t launches, LaunchStatus how) {
    host_.libraries["new"].statuses = std::vector<LaunchStatus>(launches, how);
  }
};

TEST_F(DiesAtItsEndTest, InAllLaunchesItFails) {
  StoreBaseline(10);
  for (const LaunchStatus how : {LaunchStatus::kCrashed, LaunchStatus::kHung}) {
    Lose(100, how);
    const GateAnswer fresh = SideBySideGate();
    EXPECT_EQ(fresh.comparison.verdict, Verdict::kFail);
    EXPECT_THAT(fresh.comparison.losses.text, HasSubstr("6 of 6 launches of the candidate"));
    const GateAnswer stored = GateAgainstStored(store_, "release", Plan("new"), options_);
    EXPECT_EQ(stored.comparison.verdict, Verdict::kFail);
    EXPECT_EQ(GateStoredRun(store_, "release", stored.candidate_run_id, options_).comparison.verdict, Verdict::kFail);
  }
}

TEST_F(DiesAtItsEndTest, InSomeLaunchesItCannotPassNorBePromoted) {
  StoreBaseline(10);
  Lose(1, LaunchStatus::kCrashed);
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kInconclusive);
  const GateAnswer stored = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(stored.comparison.verdict, Verdict::kInconclusive);
  EXPECT_EQ(PromotePassed(store_, "release", stored.candidate_run_id, stored.comparison),
            "not promoted: it did not pass");
}

// Losses that the old library has, too, are no fault of the new one.
TEST_F(DiesAtItsEndTest, TheBaselineMayLoseAsManyAndThenNobodyFails) {
  Lose(2, LaunchStatus::kHung);
  host_.libraries["old"] = host_.libraries["new"];
  EXPECT_EQ(SideBySideGate().comparison.verdict, Verdict::kInconclusive);
}

TEST_F(BrokenCandidateTest, ALaunchThatNeverBeginsKeepsTheCandidateFromPassing) {
  host_.libraries["new"].statuses = {LaunchStatus::kComplete, LaunchStatus::kFailed};
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(answer.comparison.notes, Contains("launch 2 of new: failed"));
  const GateAnswer stored = GateStoredRun(store_, answer.baseline_run_id, answer.candidate_run_id, options_);
  EXPECT_THAT(stored.comparison.notes, Contains("launch 2 of the candidate: failed: as the test asks"));
  EXPECT_NE(stored.comparison.verdict, Verdict::kPass);
  EXPECT_THAT(stored.comparison.losses.text, HasSubstr("1 of "));
}

TEST_F(DeadCandidateTest, OneLostLaunchIsAnAnswerWhereThereIsNoOther) {
  options_.decision.looks = LooksUpTo(1);
  Die(LaunchStatus::kCrashed);
  ExpectBroken(SideBySideGate(), "crash");
}

}  // namespace
}  // namespace mpigauge
