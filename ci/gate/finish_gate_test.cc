// The last steps of a gate: waivers, applications, the next baseline, the store.
#include "ci/gate/finish_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "baselines/verdict/conclusion.h"
#include "ci/gate/promote.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class FinishGateTest : public testing::Test {
 protected:
  FinishGateTest() : store_(Store::Open(NewPath(), Store::Access::kWrite)) {
    for (const char* run : {"baseline-run", "candidate-run"}) {
      store_.runs().AddLaunch(ExampleLaunch(run, 0, {{"bcast/bytes:8/ranks:2", 1e-6}}));
    }
    store_.baselines().Set("release", {"baseline-run"}, "");
  }

  static std::string NewPath() {
    const std::string path = testing::TempDir() + "/finish_gate.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return path;
  }

  // A gate's answer about one series that is slower by a tenth and fails, or is faster.
  static GateAnswer Answer(bool faster) {
    GateAnswer answer;
    answer.candidate_run_id = "candidate-run";
    answer.comparison.baseline = "label";
    SeriesComparison& series = answer.comparison.series.emplace_back();
    series.name = "bcast/bytes:8/ranks:2";
    series.case_name = "bcast";
    series.ratio = faster ? 0.8 : 1.1;
    series.opinions = {{Source::kMedian, faster ? Verdict::kPass : Verdict::kFail, "", "", faster}};
    Conclude(answer.comparison);
    return answer;
  }

  static AcceptanceCriteria Waiving(const std::string& until) {
    AcceptanceCriteria criteria;
    criteria.waivers = {"w.toml", {{"bcast/*", 1.2, until, "known", "Ada", 1}}};
    return criteria;
  }

  Store store_;
};

TEST_F(FinishGateTest, WaivedSlowdownsPassInTheAnswerAndInTheStore) {
  for (const auto& [until, verdict] : {std::pair("9999-12-31", "pass"), {"2000-01-01", "fail"}}) {
    GateAnswer answer = Answer(false);
    FinishGate(store_, Waiving(until), "release", answer, until);
    EXPECT_EQ(VerdictName(answer.comparison.verdict), verdict);
    const auto kept = store_.gates().Find(until);
    ASSERT_TRUE(kept.has_value());
    EXPECT_EQ(kept->verdict, verdict);
    EXPECT_EQ(kept->baseline, "release");
    EXPECT_EQ(kept->candidate_run_id, "candidate-run");
  }
}

TEST_F(FinishGateTest, WithoutANamedBaselineTheLabelIsKept) {
  GateAnswer answer = Answer(true);
  answer.baseline_run_id = "baseline-run";
  answer.settled_run_id = "settled-run";
  FinishGate(store_, {}, "", answer, "gate");
  const auto kept = store_.gates().Find("gate");
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ(kept->baseline, "label");
  EXPECT_EQ(kept->comparison.at("runs").at("baseline"), Json::array({"baseline-run"}));
  EXPECT_EQ(kept->comparison.at("runs").at("candidate"), Json::array({"candidate-run", "settled-run"}));
  EXPECT_THAT(answer.comparison.notes, IsEmpty());  // there is no baseline that could be replaced
}

// These runs have not measured the cost of messages.
TEST_F(FinishGateTest, AnUnknownCostForApplicationsDoesNotPassWhereItHasALimit) {
  const std::string program = testing::TempDir() + "/finish_gate_program.txt";
  WriteFileAtomically(program, "ranks 2\nrank 0\nsend 1 100\nrank 1\nrecv 0\n");
  for (const bool limit : {false, true}) {
    GateAnswer answer = Answer(true);
    AcceptanceCriteria criteria;
    criteria.applications.push_back(ReadApplication(program, {}));
    EXPECT_NE(criteria.applications[0].communicators, nullptr);
    if (limit) criteria.impact.fail_impact = 0.02;
    FinishGate(store_, criteria, "release", answer);
    EXPECT_EQ(answer.comparison.verdict, limit ? Verdict::kInconclusive : Verdict::kPass);
    EXPECT_THAT(answer.comparison.notes, Contains(StartsWith("the impact on applications is not known: ")));
  }
}

// The store has no cost of messages of these runs: it is that of the sides that the gate has read. Where a side has a
// single launch its passes count, and those are read again.
TEST_F(FinishGateTest, TheCostForApplicationsIsOfTheSidesThatTheGateHasRead) {
  const std::string program = testing::TempDir() + "/finish_gate_program.txt";
  WriteFileAtomically(program, "ranks 2\nrank 0\nsend 1 100\nrank 1\nrecv 0\n");
  const auto side = [](const std::string& run, double slower, int launches) {
    Side read{run, {}};
    for (int i = 0; i < launches; ++i) {
      const double seconds = slower * (1 + 0.01 * i) * 1e-6;
      read.launches.push_back(ExampleLaunch(
          run, i, {{"ping_pong/bytes:8/ranks:2", seconds}, {"ping_pong/bytes:1024/ranks:2", 2 * seconds}}));
    }
    return read;
  };
  for (const int launches : {1, 3}) {
    GateAnswer answer = Answer(true);
    AcceptanceCriteria criteria;
    criteria.applications.push_back(ReadApplication(program, {}));
    answer.read = {side("baseline-run", 1, launches), side("candidate-run", 2, launches)};
    AddImpact(criteria.applications, store_, "release", criteria.impact, answer);
    ASSERT_EQ(answer.comparison.impact.has_value(), launches > 1);
    if (launches == 1) continue;
    EXPECT_NEAR(answer.comparison.impact->applications.at(0).ratio, 2, 0.01);
  }
}

TEST_F(FinishGateTest, AFasterCandidateThatPassesIsProposed) {
  GateAnswer answer = Answer(true);
  ProposeBaseline(store_, "release", answer);
  EXPECT_THAT(answer.comparison.notes,
              ElementsAre("1 series got faster (bcast); to compare later runs with this one: mpigauge baseline set "
                          "release candidat"));
  for (const bool faster : {false, true}) {
    GateAnswer none = Answer(faster);
    if (faster) none.comparison.verdict = Verdict::kInconclusive;
    ProposeBaseline(store_, "release", none);
    ProposeBaseline(store_, "baseline-run", none);
    EXPECT_THAT(none.comparison.notes, IsEmpty());
  }
}

TEST_F(FinishGateTest, OnlyWhatPassedByItselfIsPromoted) {
  const auto promoted = [&](const Comparison& comparison) {
    return PromotePassed(store_, "release", "candidate-run", comparison);
  };
  EXPECT_EQ(promoted(Answer(false).comparison), "not promoted: it did not pass");
  EXPECT_THAT(promoted(Answer(true).comparison), StartsWith("not promoted: "));  // the baseline does not roll
  store_.baselines().Change("release", [](Baseline& baseline) { baseline.keep = 5; });
  Comparison waived = Answer(true).comparison;
  waived.series[0].waived = "until tomorrow";
  EXPECT_EQ(promoted(waived), "not promoted: 1 series passed by a waiver only");
  EXPECT_THAT(promoted(Answer(true).comparison), StartsWith("promoted: baseline release"));
  EXPECT_THAT(promoted(Answer(true).comparison), StartsWith("promoted before: "));
  EXPECT_THAT(store_.baselines().Find("release")->run_ids, ElementsAre("baseline-run", "candidate-run"));
  store_.baselines().Change("release", [](Baseline& baseline) { baseline.keep = 1; });
  GateAnswer answer = Answer(true);
  ProposeBaseline(store_, "release", answer);
  EXPECT_THAT(answer.comparison.notes, ElementsAre(HasSubstr("mpigauge baseline promote release candidat")));
}

}  // namespace
}  // namespace mpigauge
