#include "baselines/compare/measured_alike.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "record/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

LaunchRecord Launch(const std::string& run, const std::string& circle) {
  LaunchRecord launch = ExampleLaunch(run, 0, {{"bcast/bytes:8/ranks:2", 1e-6}});
  if (!circle.empty()) launch.settings["circle"] = circle;
  return launch;
}

std::vector<std::string> RunsOf(const Side& side) {
  std::vector<std::string> runs;
  for (const LaunchRecord& launch : side.launches) runs.push_back(launch.run_id);
  return runs;
}

TEST(MeasuredAlike, RunsOfTheSameKindStay) {
  const Side alone{"a", {Launch("a1", ""), Launch("a2", "")}};
  const Side turns{"t", {Launch("t1", "c"), Launch("t2", "d")}};
  EXPECT_THAT(RunsOf(MeasuredAlike(alone, {"x", {Launch("x", "")}})), ElementsAre("a1", "a2"));
  EXPECT_THAT(RunsOf(MeasuredAlike(turns, {"x", {Launch("x", "e")}})), ElementsAre("t1", "t2"));
}

TEST(MeasuredAlike, ABaselineOfBothKindsIsComparedByTheCandidatesKind) {
  const Side mixed{"m", {Launch("a", ""), Launch("t", "c")}};
  EXPECT_THAT(RunsOf(MeasuredAlike(mixed, {"x", {Launch("x", "")}})), ElementsAre("a"));
  EXPECT_THAT(RunsOf(MeasuredAlike(mixed, {"x", {Launch("x", "e")}})), ElementsAre("t"));
  EXPECT_THAT(ErrorOf([&] { MeasuredAlike(mixed, mixed); }), HasSubstr("some runs of the candidate took turns"));
}

TEST(MeasuredAlike, ARunAloneAndARunInTurnsAreNotComparable) {
  const Side alone{"a", {Launch("a", "")}};
  const Side turns{"t", {Launch("t", "c")}};
  EXPECT_THAT(ErrorOf([&] { MeasuredAlike(alone, turns); }),
              HasSubstr("the launches of the candidate took turns with another library in a gate, and those of the "
                        "baseline ran alone"));
  try {
    MeasuredAlike(turns, alone);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotComparable);
    EXPECT_THAT(error.what(), HasSubstr("the launches of the baseline took turns"));
  }
}

TEST(MeasuredAlone, LeavesOutRunsInTurns) {
  EXPECT_THAT(RunsOf(MeasuredAlone({"m", {Launch("t", "c"), Launch("a", ""), Launch("t", "c")}})), ElementsAre("a"));
  EXPECT_THAT(RunsOf(MeasuredAlone({"t", {Launch("t", "c")}})), testing::IsEmpty());
}

TEST(MeasuredAlike, ASideWithoutLaunchesHasNoKind) {
  EXPECT_THAT(RunsOf(MeasuredAlike({"a", {Launch("a", "")}}, {"x", {}})), ElementsAre("a"));
}

}  // namespace
}  // namespace mpigauge
