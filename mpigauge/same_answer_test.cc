// The same launches through `mpigauge gate` and the pipeline (`mpigauge ci`): both must come to the same answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "mpigauge/cli.h"
#include "mpigauge/recorded_launches.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// An answer without what differs from gate to gate: the runs' and the sides' names, and, of the pipeline, why it
// settled nothing side by side (the other never would).
std::string Text(Json comparison) {
  for (const char* key : {"runs", "baseline", "candidate"}) comparison[key] = nullptr;
  Json notes = Json::array();
  for (const Json& note : comparison.at("notes")) {
    if (!note.get<std::string>().starts_with("not settled side by side: ")) notes.push_back(note);
  }
  comparison["notes"] = std::move(notes);
  static const std::regex kRun(R"((candidate|Open MPI [0-9.]+) \([0-9a-f]{8}\))");  // as notes of the impact call it
  return std::regex_replace(comparison.dump(1), kRun, "the run");
}

class SameAnswerTest : public RecordedTest {
 protected:
  Json ByGate(const std::vector<LaunchRecord>& records) {
    Store store = Copy("gate");
    RecordedLaunches launches(store, records);
    launches.Launch(kLaunches, {}, std::nullopt);
    std::ostringstream out;
    std::ostringstream err;
    RunCli({"gate", "--store", Path("gate"), "--baseline", "release", "--run", launches.Runs()[0].run_id, "--waivers",
            (folder_ / "waivers.toml").string(), "--trace", (folder_ / "solver.txt").string(), "--fail-impact", "50%"},
           {out, err, false, false});
    EXPECT_THAT(store.gates().Newest(9), testing::SizeIs(1)) << err.str();
    return Newest(store);
  }

  Json ByPipeline(const std::vector<LaunchRecord>& records) {
    Store store = Copy("ci");
    PipelineConfig config = Config();
    config.gate.compare.waivers = (folder_ / "waivers.toml").string();
    config.gate.impact.traces = {(folder_ / "solver.txt").string()};
    config.gate.impact.fail = "50%";
    ShapeState shape;
    shape.baseline = "release";
    EXPECT_TRUE(Judged(config, records, store, shape));
    return Newest(store);
  }

  // Returns the answer that both must give.
  Json Answer(const FakeLibrary& library) {
    const std::vector<LaunchRecord> records = Candidate(library);
    const Json by_gate = ByGate(records);
    EXPECT_EQ(Text(by_gate), Text(ByPipeline(records)));
    return by_gate;
  }
};

TEST_F(SameAnswerTest, EqualLibrariesPass) {
  const Json answer = Answer({});
  EXPECT_EQ(answer.at("verdict"), "pass");
  EXPECT_THAT(answer.at("impact").dump(), HasSubstr("solver"));
}

TEST_F(SameAnswerTest, SlowerLibraryFails) {
  const Json answer = Answer({{{kAllreduce, 0.30}}, {}, {}});
  EXPECT_EQ(answer.at("verdict"), "fail");
  EXPECT_NEAR(answer.at("impact").at("applications")[0].at("ratio").get<double>(), 1.06, 0.01);
}

TEST_F(SameAnswerTest, WaivedSlowdownPasses) {
  const Json answer = Answer({{{kBcast, 0.30}}, {}, {}});
  EXPECT_EQ(answer.at("verdict"), "pass");
  EXPECT_THAT(answer.at("series").dump(), HasSubstr("until 2999-01-01 by Ada: r"));
}

TEST_F(SameAnswerTest, ApplicationsThatLoseTooMuchFail) {
  const Json answer = Answer({{{kAllreduce, 3.0}}, {}, {}});
  EXPECT_EQ(answer.at("impact").at("verdict"), "fail");
}

TEST_F(SameAnswerTest, WrongDataFail) {
  EXPECT_EQ(Answer({{}, {{kBcast, FaultKind::kWrongData}}, {}}).at("verdict"), "fail");
}

TEST_F(SameAnswerTest, LostLaunchesAreInconclusive) {
  const Json answer = Answer({{}, {}, {LaunchStatus::kComplete, LaunchStatus::kCrashed}});
  EXPECT_EQ(answer.at("verdict"), "inconclusive");
  EXPECT_THAT(answer.at("notes").dump(), HasSubstr("1 of 10 launches of the candidate crashed, hung"));
}

TEST_F(SameAnswerTest, CrashInEveryLaunchFails) {
  FakeLibrary dead;
  dead.statuses = std::vector<LaunchStatus>(kLaunches, LaunchStatus::kCrashed);
  dead.dies_in = kBcast;
  const Json answer = Answer(dead);
  EXPECT_EQ(answer.at("verdict"), "fail");
  EXPECT_EQ(answer.at("series").at(0).at("name"), kBcast);
  EXPECT_EQ(answer.at("series").at(0).at("broken"), "broken");
  EXPECT_THAT(answer.at("notes").dump(), HasSubstr("launch 2 of the candidate: crashed: as the test asks"));
}

// Where every launch of the candidate computed wrong data and crashed later, that is said of it, too.
TEST_F(SameAnswerTest, WrongDataBeforeACrashFail) {
  FakeLibrary dead;
  dead.statuses = std::vector<LaunchStatus>(kLaunches, LaunchStatus::kCrashed);
  dead.dies_in = kBcast;
  dead.faults = {{kAllreduce, FaultKind::kWrongData}};
  const Json answer = Answer(dead);
  EXPECT_EQ(answer.at("verdict"), "fail");
  EXPECT_EQ(answer.at("series").size(), 2u);
}

}  // namespace
}  // namespace mpigauge
