// The same launches through `mpigauge gate`, the end of a Slurm job (`mpigauge collect`) and the pipeline (`mpigauge
// ci`): each must come to the same answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "ci/launch/launcher.h"
#include "ci/slurm/fake_slurm.h"
#include "ci/slurm/testing.h"
#include "mpigauge/cli.h"
#include "mpigauge/collect.h"
#include "mpigauge/recorded_launches.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// An answer without what differs from gate to gate: the runs' and the sides' names, and, of the pipeline, why it
// settled nothing side by side (the others never would).
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

  Json ByCollect(const std::vector<LaunchRecord>& records) {
    Store store = Copy("collect");
    const JobFolder folder = ExampleFolder("same_answer_job", kLaunches, kLaunches);
    for (LaunchRecord record : records) {
      record.run_id = folder.job().arms[0].run_id;
      record.launch_id = record.run_id + "-" + std::to_string(record.launch_index);
      const auto attempt = folder.AttemptPath(0, 0);
      std::filesystem::create_directories(ArmPath(attempt, 0));
      WriteFileAtomically(record.status == LaunchStatus::kComplete
                              ? RecordPath(ArmPath(attempt, 0), static_cast<int>(record.launch_index))
                              : PartialRecordPath(attempt, {0, static_cast<int>(record.launch_index)}),
                          JsonText(ToJson(record, Json::object())));
    }
    AddExampleStatus(folder, 0, 0, AttemptEnd::kComplete);
    FakeSlurm slurm;
    slurm.Next(std::vector<TaskState>{ExampleState(folder, 0, "COMPLETED")});
    FinishOptions options;
    options.baseline = "release";
    options.compare.waivers = (folder_ / "waivers.toml").string();
    options.impact.traces = {(folder_ / "solver.txt").string()};
    options.impact.fail_impact = "50%";
    std::ostringstream out;
    std::ostringstream err;
    const Streams streams{out, err, false, false};
    try {
      FinishJob(slurm, folder, options, CommandContext{streams, Path("collect"), "", {}});
    } catch (const Error& error) {  // it has the answer, and says besides that a task lost a launch
      EXPECT_THAT(error.what(), HasSubstr("launches")) << error.what();
    }
    return Newest(store);
  }

  Json ByPipeline(const std::vector<LaunchRecord>& records) {
    Store store = Copy("ci");
    PipelineConfig config = Config();
    config.waivers = folder_ / "waivers.toml";
    config.traces = {(folder_ / "solver.txt").string()};
    config.fail_impact = 0.5;
    ShapeState shape;
    shape.baseline = "release";
    EXPECT_TRUE(Judged(config, records, store, shape));
    return Newest(store);
  }

  // Returns the answer that all three must give.
  Json Answer(const FakeLibrary& library) {
    const std::vector<LaunchRecord> records = Candidate(library);
    const Json by_gate = ByGate(records);
    EXPECT_EQ(Text(by_gate), Text(ByCollect(records)));
    EXPECT_EQ(Text(by_gate), Text(ByPipeline(records)));
    return by_gate;
  }
};

TEST_F(SameAnswerTest, OfEqualLibraries) {
  const Json answer = Answer({});
  EXPECT_EQ(answer.at("verdict"), "pass");
  EXPECT_THAT(answer.at("impact").dump(), HasSubstr("solver"));
}

TEST_F(SameAnswerTest, OfOneThatIsSlower) {
  const Json answer = Answer({{{kAllreduce, 0.30}}, {}, {}});
  EXPECT_EQ(answer.at("verdict"), "fail");
  EXPECT_NEAR(answer.at("impact").at("applications")[0].at("ratio").get<double>(), 1.06, 0.01);
}

TEST_F(SameAnswerTest, WhereTheSlowdownIsWaived) {
  const Json answer = Answer({{{kBcast, 0.30}}, {}, {}});
  EXPECT_EQ(answer.at("verdict"), "pass");
  EXPECT_THAT(answer.at("series").dump(), HasSubstr("until 2999-01-01 by Ada: r"));
}

TEST_F(SameAnswerTest, WhereApplicationsLoseTooMuch) {
  const Json answer = Answer({{{kAllreduce, 3.0}}, {}, {}});
  EXPECT_EQ(answer.at("impact").at("verdict"), "fail");
}

TEST_F(SameAnswerTest, OfOneThatComputesWrongData) {
  EXPECT_EQ(Answer({{}, {{kBcast, FaultKind::kWrongData}}, {}}).at("verdict"), "fail");
}

TEST_F(SameAnswerTest, OfOneThatLosesLaunches) {
  const Json answer = Answer({{}, {}, {LaunchStatus::kComplete, LaunchStatus::kCrashed}});
  EXPECT_EQ(answer.at("verdict"), "inconclusive");
  EXPECT_THAT(answer.at("notes").dump(), HasSubstr("1 of 10 launches of the candidate crashed, hung"));
}

TEST_F(SameAnswerTest, OfOneThatDiesInEveryLaunch) {
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
TEST_F(SameAnswerTest, OfOneThatComputesWrongDataAndDies) {
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
