#include "ci/slurm/time_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "ci/launch/launcher.h"
#include "ci/slurm/testing.h"
#include "record/journal.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

// A job of two libraries: six blocks in one task, which runs for a minute.
class TimeLimitTest : public testing::Test {
 protected:
  TimeLimitTest() : folder_(FolderOf(6)) {}

  static JobFolder FolderOf(int blocks) {
    SlurmJob job = ExampleFolder("time_limit_plan", blocks, blocks).job();
    job.arms.push_back(job.arms[0]);
    const std::string path = testing::TempDir() + "/time_limit";
    std::filesystem::remove_all(path);
    return JobFolder::Make(path, job);
  }

  // A launch that was cut off after this many passes of two series, of ten.
  void AddCutOff(const JobLaunch& launch, int passes) {
    LaunchRecord record = ExampleLaunch("run", launch.index, {{"barrier/ranks:2", 1e-6}, {"bcast/ranks:2", 1e-6}});
    for (SeriesRecord& series : record.series) series.passes.resize(static_cast<std::size_t>(passes));
    if (passes == 0) record.series.clear();
    record.settings["passes"] = "10";
    record.status = LaunchStatus::kInterrupted;
    const auto attempt = folder_.AttemptPath(0, 0);
    std::filesystem::create_directories(ArmPath(attempt, launch.arm));
    WriteFileAtomically(PartialRecordPath(attempt, launch), JsonText(ToJson(record, Json::object())));
  }
  // All launches of the task take turns, and have come this far.
  void AddCircle(int passes) {
    for (const JobLaunch& launch : folder_.job().LaunchesOf(0)) AddCutOff(launch, passes);
  }

  std::optional<LimitFit> Fit(const std::string& state) {
    TaskState task = ExampleState(folder_, 0, state);
    task.seconds = 62;
    task.limit_seconds = 60;
    return FitToLimit(folder_, Outcomes(folder_, {task}, true));
  }

  JobFolder folder_;
};

TEST_F(TimeLimitTest, ATaskThatDidNotTimeOutSaysNothing) {
  AddCircle(5);
  EXPECT_FALSE(Fit("NODE_FAIL"));
}

// Half of each of twelve launches in a minute is worth three blocks, and two with a reserve.
TEST_F(TimeLimitTest, LaunchesThatTookTurnsTellHowManyFit) {
  AddCircle(5);
  const LimitFit fit = Fit("TIMEOUT").value();
  EXPECT_EQ(fit.blocks, 2);
  EXPECT_EQ(fit.blocks_per_task, 6);
  EXPECT_NEAR(fit.block_seconds, 62.0 / 3, 1e-9);
  EXPECT_EQ(fit.Text(), "a launch of each library takes about 21 s, and the time limit of a task is 1m 00s");
  // Six times 20.7 s, and a quarter more, are 2.6 minutes.
  EXPECT_THAT(fit.SmallerText(), testing::HasSubstr(": tasks have 4 launches from now on, and with --time 4 from the "
                                                    "start 12"));
}

TEST_F(TimeLimitTest, ALaunchThatDoesNotFitIsNotTriedAgain) {
  AddCircle(2);  // 1.2 blocks
  EXPECT_EQ(Fit("TIMEOUT")->blocks, 0);
  EXPECT_EQ(Fit("TIMEOUT")->TimeFor(1), "--time 3");
  AddCircle(1);  // less than a pass: nobody knows how many series there are
  EXPECT_EQ(Fit("TIMEOUT")->blocks, 0);
  AddCircle(0);
  EXPECT_EQ(Fit("TIMEOUT")->TimeFor(1), "a longer --time");
  EXPECT_THAT(Fit("TIMEOUT")->Text(), testing::HasSubstr("takes longer than anybody can say"));
}

// One after the other: a task of one block makes one launch after the other, whatever its limit.
TEST_F(TimeLimitTest, AFinishedLaunchMeansThatABlockFits) {
  AddExampleLaunch(folder_, 0, 0, 0);
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kTimeLimit, {0});
  const LimitFit fit = Fit("FAILED").value();
  EXPECT_EQ(fit.blocks, 1);
  EXPECT_NEAR(fit.block_seconds, 124, 1e-9);
}

TEST_F(TimeLimitTest, AJournalCountsAsWhatItHas) {
  const JobLaunch launch{1, 0};
  LaunchRecord record = ExampleLaunch("run", 0, {{"barrier/ranks:2", 1e-6}});
  record.settings["passes"] = "2";
  std::filesystem::create_directories(ArmPath(folder_.AttemptPath(0, 0), 1));
  JournalWriter journal(RecordPath(ArmPath(folder_.AttemptPath(0, 0), 1), 0).string() + ".journal");
  const auto series = std::exchange(record.series, {});
  journal.Launch(record);
  journal.End(series[0]);
  journal.End(series[0]);
  WriteStatus(folder_.AttemptPath(0, 0), {"node1", "node1", "srun", {launch}, {}, AttemptEnd::kNone, "", {}});
  EXPECT_NEAR(Fit("TIMEOUT")->block_seconds, 124, 1e-9);
}

}  // namespace
}  // namespace mpigauge
