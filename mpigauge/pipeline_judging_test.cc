// How the pipeline judges a first library that computes wrong data, and tolerances that are for no series.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/uuid.h"
#include "ci/library/identity.h"
#include "ci/pipeline/judge.h"
#include "ci/pipeline/steps.h"
#include "mpigauge/recorded_launches.h"
#include "record/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

using PipelineTest = RecordedTest;

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
  EXPECT_FALSE(store.baselines().Find("fresh").has_value());
}

TEST_F(PipelineTest, AFirstLibraryWithErrorsBeginsTheBaseline) {
  Store store = Copy("first");
  ShapeState shape;
  shape.baseline = "fresh";
  shape.first = true;
  Judged(Config(), Candidate({{}, {{kBcast, FaultKind::kError}}, {}}), store, shape);
  EXPECT_EQ(shape.verdict, "baseline");
  EXPECT_TRUE(store.baselines().Find("fresh").has_value());
}

// A slip in a pattern was once a note, and the series were judged by another tolerance.
TEST_F(PipelineTest, AToleranceForNoSeriesOfAnyRunIsAnErrorBeforeAnythingIsJudged) {
  const std::vector<LaunchRecord> records = Candidate({});
  Store store = Copy("tolerance");
  PipelineConfig config = Config();
  config.gate.compare.tolerance = {"alreduce/*=3%"};
  ShapeState shape;
  shape.baseline = "release";
  EXPECT_THAT(UsageErrorOf([&] { Judged(config, records, store, shape); }),
              HasSubstr("mpigauge.toml: tolerance 'alreduce/*': none of 4 series has such a name"));
  EXPECT_EQ(shape.verdict, "");
  EXPECT_THAT(store.gates().Newest(9), testing::IsEmpty());
  // Shapes that are still to be measured may have such series.
  EXPECT_FALSE(Judged(config, records, store, shape, Unmatched::kWait));
  EXPECT_EQ(shape.verdict, "");
  EXPECT_THAT(store.gates().Newest(9), testing::IsEmpty());
}

TEST_F(PipelineTest, AToleranceForSeriesOfAnotherRunIsNone) {
  const std::vector<LaunchRecord> records = Candidate({});
  Store store = Copy("tolerance");
  store.runs().AddLaunch(ExampleLaunch("elsewhere", 0, {{"scan/bytes:8/ranks:4", 1e-6}}));
  PipelineConfig config = Config();
  config.gate.compare.tolerance = {"scan/*=3%"};
  ShapeState shape;
  shape.baseline = "release";
  EXPECT_TRUE(Judged(config, records, store, shape, Unmatched::kWait));
  EXPECT_EQ(shape.verdict, "pass");
  EXPECT_THAT(Newest(store).at("notes").dump(),
              HasSubstr("the tolerance for 'scan/*' is for no series that was compared"));
}

// The series that a tolerance is for are measured at the second shape, whose baseline begins.
class TwoShapesTest : public RecordedTest {
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
  config_.gate.compare.tolerance = {"scan/*=3%"};
  Judge();
  EXPECT_EQ(update_.shapes[0].verdict, "pass");
  EXPECT_EQ(update_.shapes[1].verdict, "baseline");
  EXPECT_THAT(store_.gates().Newest(9), testing::SizeIs(1));
}

TEST_F(TwoShapesTest, AToleranceForSeriesOfNoShapeJudgesNone) {
  config_.gate.compare.tolerance = {"scam/*=3%"};
  EXPECT_THAT(UsageErrorOf([&] { Judge(); }), HasSubstr("tolerance 'scam/*': none of 5 series has such a name"));
  EXPECT_EQ(update_.shapes[0].verdict, "");
  EXPECT_THAT(store_.gates().Newest(9), testing::IsEmpty());
  config_.gate.compare.tolerance = {"scan/*=3%"};  // the slip is repaired, and the next call goes on
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

}  // namespace
}  // namespace mpigauge
