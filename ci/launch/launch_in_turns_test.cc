// Real mpirun, the real benchmark program, and programs that end badly.
#include "ci/launch/launch_in_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TurnLaunch Make(const std::string& bench, const std::string& filter, int index) {
  TurnLaunch launch;
  launch.plan.bench = std::filesystem::absolute(bench);
  launch.plan.bench_arguments = {
      "--passes", "4", "--observations", "5", "--watchdog", "5s", "--benchmark_filter=" + filter};
  launch.plan.timeout_seconds = 120;
  launch.install = FindMpi("");
  launch.id = {"run", index};
  launch.folder = testing::TempDir();
  std::filesystem::remove(RecordPath(launch.folder, index));  // of another test
  return launch;
}
TurnLaunch Good(int index) { return Make("benchmarks/mpigauge-bench", "^(allreduce|bcast)/bytes:8/", index); }
TurnLaunch Bad(const std::string& filter, int index) { return Make("harness/testing/bad-bench", filter, index); }

TEST(LaunchInTurns, AllMeasureAllSeriesAndKnowTheirCircle) {
  const auto outcomes = LaunchInTurns({Good(0), Good(1), Good(2)}, 1);
  ASSERT_THAT(outcomes, SizeIs(3));
  for (const LaunchOutcome& outcome : outcomes) {
    ASSERT_EQ(outcome.status, LaunchStatus::kComplete) << outcome.text;
    EXPECT_EQ(outcome.text, "");
    ASSERT_THAT(outcome.record->series, SizeIs(2));
    for (const SeriesRecord& series : outcome.record->series) EXPECT_THAT(series.passes, SizeIs(4));
    EXPECT_EQ(outcome.record->settings.at("circle"), outcomes[0].record->settings.at("circle"));
    EXPECT_EQ(outcome.record->settings.at("seed"), outcomes[0].record->settings.at("seed"));
  }
}

TEST(LaunchInTurns, OneThatCrashesOneThatHangsAndOneThatNeverBeginsLeaveTheOthersAlone) {
  const auto outcomes =
      LaunchInTurns({Good(0), Bad("good|crashes", 1), Bad("good|hangs", 2), Bad("nothing", 3), Good(4)}, 1);
  EXPECT_EQ(outcomes[0].status, LaunchStatus::kComplete) << outcomes[0].text;
  EXPECT_EQ(outcomes[1].status, LaunchStatus::kCrashed);
  EXPECT_THAT(outcomes[1].text, HasSubstr("crashes/ranks:2"));
  EXPECT_EQ(outcomes[2].status, LaunchStatus::kHung);
  EXPECT_THAT(outcomes[2].text, HasSubstr("hangs/ranks:2"));
  EXPECT_EQ(outcomes[3].status, LaunchStatus::kFailed);
  EXPECT_EQ(outcomes[4].status, LaunchStatus::kComplete) << outcomes[4].text;
}

TEST(LaunchInTurns, AProgramThatIsNotThereIsAnError) {
  TurnLaunch missing = Good(1);
  missing.install.launcher = "/no/such/mpirun";
  EXPECT_THROW(LaunchInTurns({Good(0), missing}, 1), Error);
}

TEST(LaunchesThatFit, NoMoreThanAreWantedAndThanMemoryHolds) {
  EXPECT_EQ(LaunchesThatFit(2, 1), 2);
  EXPECT_EQ(LaunchesThatFit(6, 10'000'000), 0);
}

TEST(ParseTurns, ANumberOrOff) {
  EXPECT_EQ(ParseTurns("6", "--turns"), 6);
  EXPECT_EQ(ParseTurns("off", "--turns"), 1);
  for (const char* bad : {"", "0", "-2", "many", "6x", "101"}) EXPECT_THROW(ParseTurns(bad, "--turns"), Error) << bad;
}

TEST(PadEnvironments, AllAreEquallyLong) {
  LaunchPlan plain;
  LaunchPlan changed;
  changed.library.preload = {"/lib/libslow.so"};               // LD_PRELOAD=, the name, a zero
  changed.library.environment = {{"OMPI_MCA_coll", "tuned"}};  // the name, =, the value, a zero
  PadEnvironments({&plain, &changed});
  EXPECT_THAT(plain.library.environment.at("MPIGAUGE_PADDING"), SizeIs(11 + 15 + 1 + 13 + 1 + 5 + 1));
  EXPECT_THAT(changed.library.environment.at("MPIGAUGE_PADDING"), SizeIs(0));
}

}  // namespace
}  // namespace mpigauge
