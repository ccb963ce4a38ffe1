// Whole gates against stored baselines, on a host that is played.
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

using StoredGateTest = PlayedGates;

TEST_F(StoredGateTest, TenRunsScreenAndNothingIsSettled) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kPass);
  EXPECT_EQ(store_.runs().All().size(), 11u);
  EXPECT_EQ(answer.baseline_run_id, "");
}

TEST_F(StoredGateTest, SeriesThatTenRunsCannotPassAreSettledSideBySide) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  host_.libraries["new"].slower = {{kAllreduce, 0.20}};
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(Failed(answer), ElementsAre(kAllreduce));
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("1 of 3 series could not be passed against 10 stored runs")));
  EXPECT_THAT(host_.asked.back(), ElementsAre(kAllreduce, kControl));
  EXPECT_EQ(store_.runs().All().size(), 13u);

  options_.settle = false;
  const GateAnswer by_runs = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(Failed(by_runs), ElementsAre(kAllreduce));
  EXPECT_EQ(by_runs.comparison.method, TestMethod::kRuns);
}

// Once Open MPI was measured for 75 s against a baseline of MPICH, and failed.
TEST_F(StoredGateTest, AnotherImplementationThanTheBaselinesIsRefusedBeforeTheFirstLaunch) {
  StoreBaseline(1);  // of Open MPI
  Libraries().implementation = "MPICH";
  int calls = 0;
  host_.before_launch = [&] { ++calls; };
  try {
    GateAgainstStored(store_, "release", Plan("new"), options_);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotComparable);
    EXPECT_THAT(error.what(),
                HasSubstr("was measured with Open MPI, and this gate would measure MPICH, the MPI in PATH"));
  }
  EXPECT_EQ(calls, 0);
  options_.compare.allowed_fields = {"mpi_implementation"};
  GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_GT(calls, 0);
}

// The path of the baseline's library is another one, as after an update; that allows no other implementation.
TEST_F(StoredGateTest, NobodyHasAllowedTwoImplementationsByNamingABaseline) {
  LaunchPlan old = Plan("old");
  old.library.mpi = "openmpi";
  StoreBaseline(1, old);
  host_.libraries["new"].implementation = "MPICH";
  try {
    GateAgainstStored(store_, "release", Plan("new"), options_);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotComparable);
    EXPECT_THAT(error.what(), HasSubstr("mpi_implementation differs"));
  }
}

TEST_F(StoredGateTest, SeriesThatTheBaselineLacksAreNotMeasuredAndSaid) {
  StoreBaseline(1);
  options_.only_common_series = true;
  Libraries().series = {kAllreduce, "scan/bytes:8/ranks:2", kControl};
  LaunchPlan candidate = Plan("new");
  candidate.bench_arguments = {"--suite=full"};
  const GateAnswer answer = GateAgainstStored(store_, "release", candidate, options_);
  EXPECT_THAT(answer.comparison.notes, Contains("not measured, since baseline release lacks them: 1 series, such as "
                                                "scan/bytes:8/ranks:2"));
  EXPECT_THAT(store_.runs().Find(answer.candidate_run_id).plan.at("bench_arguments").back().get<std::string>(),
              AllOf(HasSubstr("--benchmark_filter=^(allreduce/bytes:8"), Not(HasSubstr("scan"))));
  // Equal work is not asked for, and a baseline that has nothing of it is none.
  Libraries().series = {"scan/bytes:8/ranks:2"};
  EXPECT_EQ(GateAgainstStored(store_, "release", Plan("new"), options_).comparison.verdict, Verdict::kPass);
  EXPECT_THROW(GateAgainstStored(store_, "release", candidate, options_), Error);
}

// Once an equal library was called 168% slower: the stored run had taken turns, and the other one had not.
TEST_F(StoredGateTest, ARunInTurnsIsNotComparedWithARunAlone) {
  StoreBaseline(1);
  host_.turns = true;
  const std::string in_turns = SideBySideGate().candidate_run_id;
  const std::string alone = store_.baselines().Find("release")->run_ids[0];
  EXPECT_EQ(store_.runs().Find("latest").run_id, alone);
  EXPECT_THAT(ErrorOf([&] { store_.runs().Find("latest~1"); }),
              HasSubstr("has 1 run(s) with a complete launch, without 2 that gates made for themselves"));
  EXPECT_THAT(ErrorOf([&] { GateStoredRun(store_, "release", in_turns, options_); }), HasSubstr("not comparable: "));
  EXPECT_THAT(ErrorOf([&] { GateStoredRun(store_, in_turns, alone, options_); }), HasSubstr("not comparable: "));
  // A baseline that has both kinds, as after a gate that passed, is compared by the runs that are of the run's kind.
  store_.baselines().Set("release", {alone, in_turns}, "");
  for (const std::string& run : {alone, in_turns}) {
    EXPECT_EQ(GateStoredRun(store_, "release", run, options_).comparison.verdict, Verdict::kPass);
  }
  EXPECT_THAT(GateAgainstStored(store_, "release", Plan("new"), options_).comparison.notes,
              Contains(HasSubstr("the baseline has 1 run that no other library took turns with, a screen needs 10")));
  options_.settle = false;
  store_.baselines().Set("turns", {in_turns}, "");
  EXPECT_THAT(ErrorOf([&] { GateAgainstStored(store_, "turns", Plan("new"), options_); }),
              HasSubstr("mpigauge run --baseline turns"));
}

TEST_F(StoredGateTest, TooFewRunsCannotScreen) {
  StoreBaseline(9);
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kPass);
  EXPECT_THAT(answer.comparison.notes, Contains(HasSubstr("has 9 runs, a screen needs 10")));
}

// The version before is slow, and so is the new one: that is no news of the new one.
TEST_F(StoredGateTest, TheRunOfTheVersionBeforeTakesThePlaceOfTheBaseline) {
  host_.launches_differ = 0.01;
  options_.compare.tolerance = Tolerance::Parse({"15%"});
  for (const char* library : {"before", "new"}) host_.libraries[library].slower = {{kAllreduce, 0.30}};
  StoreBaseline(1);
  const auto launches = host_.Make()({Plan("before")}, "screen");
  launches->Launch(10, {}, std::nullopt);
  const std::string before = launches->Runs()[0].run_id;
  EXPECT_THAT(Failed(GateAgainstStored(store_, "release", Plan("new"), options_)), ElementsAre(kAllreduce));
  GateAnswer answer = GateAgainstStored(store_, before, Plan("new"), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kPass);
  EXPECT_EQ(store_.runs().Find(answer.baseline_run_id).library, "before");

  answer.previous_run_id = before;
  KeepGate(store_, answer, "release", "gate");
  const auto kept = store_.gates().Find("gate");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->baseline, "release");
  EXPECT_EQ(kept->comparison.at("runs").at("previous"), before);
}

TEST_F(StoredGateTest, AStoredRunIsJudgedWithoutALaunch) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  host_.libraries["new"].slower = {{kAllreduce, 0.20}};
  const auto launches = host_.Make()({Plan("new")}, "screen");
  launches->Launch(10, {}, std::nullopt);
  const std::size_t asked = host_.asked.size();
  const GateAnswer answer = GateStoredRun(store_, "release", launches->Runs()[0].run_id, options_);
  EXPECT_THAT(Failed(answer), ElementsAre(kAllreduce));
  EXPECT_EQ(host_.asked.size(), asked);
}

// Operations take twice as long: the library fails. Then so do controls and references, so no stored run has met such a
// machine.
TEST_F(StoredGateTest, AStateThatNoStoredRunHasMetIsNotTakenForTheLibrary) {
  host_.launches_differ = 0.01;
  StoreBaseline(10);
  for (auto& [series, seconds] : host_.medians) seconds *= series == kControl ? 1 : 2;
  const auto gate = [&] {
    const auto launches = host_.Make()({Plan("new")}, "screen");
    launches->Launch(10, {}, std::nullopt);
    return GateStoredRun(store_, "release", launches->Runs()[0].run_id, options_).comparison;
  };
  const Comparison slower = gate();
  EXPECT_EQ(slower.verdict, Verdict::kFail);
  EXPECT_THAT(slower.notes, Contains(HasSubstr("state of the machine: 100% of the new run's passes")));
  host_.references = 2;
  host_.medians[kControl] *= 2;
  const Comparison another = gate();
  EXPECT_EQ(another.verdict, Verdict::kInconclusive);
  EXPECT_EQ(another.Count(Verdict::kInconclusive), 3);
  EXPECT_THAT(another.series[0].reason, HasSubstr("the machine was in another state: 0% of the new run's passes"));
  EXPECT_THAT(another.notes, Contains(HasSubstr("(less than half in 3 series, which these runs cannot decide)")));
  EXPECT_EQ(ToJson(another).at("series")[0].at("same_state").at("comparable"), 0);
}

}  // namespace
}  // namespace mpigauge
