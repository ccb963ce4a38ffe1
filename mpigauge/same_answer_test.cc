// The same launches through `mpigauge gate`, the end of a Slurm job (`mpigauge collect`) and the pipeline (`mpigauge
// ci`): each must come to the same answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <regex>
#include <sstream>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/uuid.h"
#include "ci/launch/fake_launches.h"
#include "ci/launch/launcher.h"
#include "ci/library/identity.h"
#include "ci/pipeline/judge.h"
#include "ci/pipeline/steps.h"
#include "ci/slurm/fake_slurm.h"
#include "ci/slurm/testing.h"
#include "mpigauge/cli.h"
#include "mpigauge/collect.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

const std::string kAllreduce = "allreduce/bytes:65536/ranks:2";
const std::string kBcast = "bcast/bytes:8/ranks:2";
const std::string kPingPong = "ping_pong/bytes:8/ranks:2";

constexpr int kLaunches = 10;

// Plays launches that were recorded before, as if they were launched now.
class RecordedLaunches : public Launches {
 public:
  RecordedLaunches(Store& store, std::vector<LaunchRecord> records) : store_(store), records_(std::move(records)) {
    run_.run_id = NewUuid();
    run_.library = "candidate";
    store_.AddRun({run_.run_id, run_.library, "2026-02-01T00:00:00Z", RunStatus::kRunning, Json::object()});
  }

  void Launch(int launches, const std::vector<std::string>& /*only*/, const Deadline& /*deadline*/) override {
    for (int i = 0; i < launches; ++i) {
      LaunchRecord record = records_.at(static_cast<std::size_t>(launched_++));
      record.run_id = run_.run_id;
      record.launch_id = run_.run_id + "-" + std::to_string(launched_);
      run_.complete += record.status == LaunchStatus::kComplete ? 1 : 0;
      store_.AddLaunch(record);
    }
    store_.SetRunStatus(run_.run_id, RunStatus::kComplete);
  }
  bool stopped() const override { return false; }
  bool out_of_time() const override { return false; }
  int launched() const override { return launched_; }
  std::vector<CampaignRun> Runs() const override { return {run_}; }

 private:
  Store& store_;
  std::vector<LaunchRecord> records_;
  CampaignRun run_;
  int launched_ = 0;
};

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

class SameAnswerTest : public testing::Test {
 protected:
  SameAnswerTest() : folder_(std::filesystem::path(testing::TempDir()) / "same_answer") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    WriteFileAtomically(folder_ / "solver.txt",
                        "ranks 2\nrank 0\n  calc 79000\n  send 1 8\n  allreduce 65536\n"
                        "rank 1\n  recv 0\n  allreduce 65536\n");
    WriteFileAtomically(folder_ / "waivers.toml",
                        "[[waiver]]\nseries = \"bcast/*\"\nup_to = 1.5\nuntil = 2999-01-01\nreason = \"r\"\n"
                        "by = \"Ada\"\n");
    Store store = Store::Open(Path("begin"), Store::Access::kWrite);
    FakeHost host = Host(store);
    std::vector<std::string> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(LaunchOn(host, "old", kLaunches));
    store.SetBaseline("release", ids, "");
  }

  std::string Path(const std::string& name) const { return (folder_ / (name + ".sqlite")).string(); }

  // Stored runs of which nobody knows how they were started, so that the pipeline cannot start the library again.
  static FakeHost Host(Store& store) {
    FakeHost host{store};
    host.medians = {{kAllreduce, 20e-6}, {kBcast, 2e-6}, {kPingPong, 1e-6}, {"spin/operations:1000", 1e-6}};
    host.launches_differ = 0.002;
    return host;
  }

  static std::string LaunchOn(FakeHost& host, const std::string& label, int launches) {
    LaunchPlan plan;
    plan.library.label = label;
    plan.bench = "/no/such/program";
    FakeLaunches fakes(host, {plan}, ++host.seed);
    const std::string id = fakes.Runs()[0].run_id;
    fakes.Launch(launches, {}, std::nullopt);
    return id;
  }

  std::vector<LaunchRecord> Candidate(const FakeLibrary& library) {
    Store store = Store::Open(Path("begin"), Store::Access::kWrite);
    FakeHost host = Host(store);
    host.seed = 1000;
    host.libraries["new"] = library;
    return store.Launches(LaunchOn(host, "new", kLaunches), Store::Detail::kObservations);
  }

  Store Copy(const std::string& name) {
    std::filesystem::copy_file(Path("begin"), Path(name), std::filesystem::copy_options::overwrite_existing);
    return Store::Open(Path(name), Store::Access::kWrite);
  }

  static Json Newest(Store& store) { return store.Gates(1).at(0).comparison; }

  Json ByGate(const std::vector<LaunchRecord>& records) {
    Store store = Copy("gate");
    RecordedLaunches launches(store, records);
    launches.Launch(kLaunches, {}, std::nullopt);
    std::ostringstream out;
    std::ostringstream err;
    RunCli({"gate", "--store", Path("gate"), "--baseline", "release", "--run", launches.Runs()[0].run_id, "--waivers",
            (folder_ / "waivers.toml").string(), "--trace", (folder_ / "solver.txt").string(), "--fail-impact", "50%"},
           {out, err, false, false});
    EXPECT_THAT(store.Gates(9), testing::SizeIs(1)) << err.str();
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

  static PipelineConfig Config() {
    PipelineConfig config;
    config.file = "mpigauge.toml";
    config.launches = kLaunches;
    return config;
  }

  // Judges these launches as those of an update; `unmatched` as JudgeShape has it. Returns its answer.
  bool Judged(const PipelineConfig& config, const std::vector<LaunchRecord>& records, Store& store, ShapeState& shape,
              Unmatched unmatched = Unmatched::kRefuse) {
    const StateFolder states(folder_ / "state");
    std::ostringstream progress;
    const std::string program = std::filesystem::absolute("mpigauge/mpigauge").string();
    PipelineTools tools{config, states, store, progress, false, program};
    tools.make_launches = [&](const std::vector<LaunchPlan>& /*plans*/, const std::string& /*what*/) {
      return std::make_unique<RecordedLaunches>(store, records);
    };
    Update update;
    update.library.mpi = "openmpi";
    update.identity = Identify(update.library, program).hash;
    shape.gate_id = NewUuid();
    return JudgeShape(tools, update, shape, unmatched);
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

  std::filesystem::path folder_;
};

using PipelineTest = SameAnswerTest;

// It once became the baseline, and its verdict was "baseline".
TEST_F(PipelineTest, AFirstLibraryThatComputesWrongDataFails) {
  Store store = Copy("first");
  ShapeState shape;
  shape.baseline = "fresh";
  shape.first = true;
  Judged(Config(), Candidate({{}, {{kBcast, FaultKind::kWrongData}}, {}}), store, shape);
  EXPECT_EQ(shape.verdict, "fail");
  EXPECT_NE(shape.run_id, "");
  EXPECT_THAT(shape.headline, HasSubstr("FAIL: no baseline fresh is begun, since this library computed wrong data: " +
                                        kBcast + ": wrong data in 10 of 10 launches (rank 1: as the test asks)"));
  EXPECT_FALSE(store.FindBaseline("fresh").has_value());
}

TEST_F(PipelineTest, AFirstLibraryWithErrorsBeginsTheBaseline) {
  Store store = Copy("first");
  ShapeState shape;
  shape.baseline = "fresh";
  shape.first = true;
  Judged(Config(), Candidate({{}, {{kBcast, FaultKind::kError}}, {}}), store, shape);
  EXPECT_EQ(shape.verdict, "baseline");
  EXPECT_TRUE(store.FindBaseline("fresh").has_value());
}

std::string UsageErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

// A slip in a pattern was once a note, and the series were held against another tolerance.
TEST_F(PipelineTest, AToleranceForNoSeriesOfAnyRunIsAnErrorBeforeAnythingIsJudged) {
  const std::vector<LaunchRecord> records = Candidate({});
  Store store = Copy("tolerance");
  PipelineConfig config = Config();
  config.tolerance = {"alreduce/*=3%"};
  ShapeState shape;
  shape.baseline = "release";
  EXPECT_THAT(UsageErrorOf([&] { Judged(config, records, store, shape); }),
              HasSubstr("mpigauge.toml: tolerance 'alreduce/*': none of 4 series has such a name"));
  EXPECT_EQ(shape.verdict, "");
  EXPECT_THAT(store.Gates(9), testing::IsEmpty());
  // Shapes that are still to be measured may have such series.
  EXPECT_FALSE(Judged(config, records, store, shape, Unmatched::kWait));
  EXPECT_EQ(shape.verdict, "");
  EXPECT_THAT(store.Gates(9), testing::IsEmpty());
}

TEST_F(PipelineTest, AToleranceForSeriesOfAnotherRunIsNone) {
  const std::vector<LaunchRecord> records = Candidate({});
  Store store = Copy("tolerance");
  store.AddLaunch(ExampleLaunch("elsewhere", 0, {{"scan/bytes:8/ranks:4", 1e-6}}));
  PipelineConfig config = Config();
  config.tolerance = {"scan/*=3%"};
  ShapeState shape;
  shape.baseline = "release";
  EXPECT_TRUE(Judged(config, records, store, shape, Unmatched::kWait));
  EXPECT_EQ(shape.verdict, "pass");
  EXPECT_THAT(Newest(store).at("notes").dump(),
              HasSubstr("the tolerance for 'scan/*' is for no series that was compared"));
}

// The series that a tolerance is for are measured at the second shape, whose baseline begins.
class TwoShapesTest : public SameAnswerTest {
 protected:
  TwoShapesTest() : store_(Copy("shapes")), equal_(Candidate({})) {
    config_.keep_libraries = false;
    for (int i = 0; i < kLaunches; ++i) scans_.push_back(ExampleLaunch("scans", i, {{"scan/bytes:8/ranks:4", 1e-6}}));
    update_.name = "openmpi";
    update_.library.mpi = "openmpi";
    update_.identity = Identify(update_.library, program_).hash;
    for (const char* baseline : {"release", "larger"}) {
      ShapeState& shape = update_.shapes.emplace_back();
      shape.name = shape.baseline = shape.plan.library.label = baseline;
      shape.gate_id = NewUuid();
    }
    update_.shapes[1].first = true;
  }

  void Judge() {
    const StateFolder states(folder_ / "state");
    std::ostringstream progress;
    PipelineTools tools{config_, states, store_, progress, false, program_};
    tools.make_launches = [this](const std::vector<LaunchPlan>& plans, const std::string& /*what*/) {
      return std::make_unique<RecordedLaunches>(store_, plans[0].library.label == "release" ? equal_ : scans_);
    };
    JudgeStep(tools, update_);
  }

  const std::string program_ = std::filesystem::absolute("mpigauge/mpigauge").string();
  PipelineConfig config_ = Config();
  Store store_;
  std::vector<LaunchRecord> equal_;
  std::vector<LaunchRecord> scans_;
  Update update_;
};

TEST_F(TwoShapesTest, AToleranceForSeriesOfALaterShapeIsWaitedFor) {
  config_.tolerance = {"scan/*=3%"};
  Judge();
  EXPECT_EQ(update_.shapes[0].verdict, "pass");
  EXPECT_EQ(update_.shapes[1].verdict, "baseline");
  EXPECT_THAT(store_.Gates(9), testing::SizeIs(1));
}

TEST_F(TwoShapesTest, AToleranceForSeriesOfNoShapeJudgesNone) {
  config_.tolerance = {"scam/*=3%"};
  EXPECT_THAT(UsageErrorOf([&] { Judge(); }), HasSubstr("tolerance 'scam/*': none of 5 series has such a name"));
  EXPECT_EQ(update_.shapes[0].verdict, "");
  EXPECT_THAT(store_.Gates(9), testing::IsEmpty());
  config_.tolerance = {"scan/*=3%"};  // the slip is repaired, and the next call goes on
  Judge();
  EXPECT_EQ(update_.shapes[0].verdict, "pass");
}

// Errors do not keep a run out of a baseline, and are said.
TEST_F(TwoShapesTest, ErrorsOfARunThatBeginsABaselineAreNotes) {
  for (LaunchRecord& launch : scans_) launch.series[0].fault = Fault{FaultKind::kError, 3, "no memory"};
  Judge();
  EXPECT_EQ(update_.shapes[1].verdict, "baseline");
  EXPECT_THAT(update_.notes,
              testing::Contains(HasSubstr(
                  "for baseline larger: scan/bytes:8/ranks:4: an error in 10 of 10 launches (rank 3: no memory)")));
}

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
