#include "ci/slurm/collect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "ci/launch/launcher.h"
#include "ci/slurm/testing.h"
#include "record/journal.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two tasks of two launches.
class CollectTest : public testing::Test {
 protected:
  CollectTest() : folder_(ExampleFolder("collect", 4, 2)), store_(OpenStore()) {}

  static Store OpenStore() {
    const std::string path = testing::TempDir() + "/collect.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  Collected Collect(const std::string& state_of_0, const std::string& state_of_1, int restarts_of_0 = 0) {
    const std::vector<TaskState> states = {ExampleState(folder_, 0, state_of_0, restarts_of_0),
                                           ExampleState(folder_, 1, state_of_1)};
    return CollectJob(folder_, Outcomes(folder_, states, true), store_);
  }
  std::vector<LaunchRecord> Stored() {
    return store_.runs().Launches(folder_.job().arms[0].run_id, LaunchDetail::kObservations);
  }
  RunStatus StatusOfRun() { return store_.runs().Find(folder_.job().arms[0].run_id).status; }

  // A launch that was killed with its task in the middle of a series.
  void AddJournal(int task, int restart, int index) {
    LaunchRecord record = ExampleLaunch(folder_.job().arms[0].run_id, index, {{"barrier/ranks:2", 1e-6}});
    record.launch_id += "-killed";
    record.environment.key["ranks"] = "2";
    std::filesystem::create_directories(ArmPath(folder_.AttemptPath(task, restart), 0));
    JournalWriter journal(RecordPath(ArmPath(folder_.AttemptPath(task, restart), 0), index).string() + ".journal");
    const auto series = std::exchange(record.series, {});
    journal.Launch(record);
    journal.End(series[0]);
    SeriesRecord running;
    running.name = "bcast/ranks:2";
    journal.Begin(running);
  }

  JobFolder folder_;
  Store store_;
};

TEST_F(CollectTest, ALaunchThatIsImportedTwiceIsStoredOnce) {
  AddExampleLaunch(folder_, 0, 0, 0);
  const Collected first = Collect("RUNNING", "PENDING");
  EXPECT_EQ(first.complete[0], 1);
  EXPECT_EQ(first.added, 1);
  EXPECT_EQ(StatusOfRun(), RunStatus::kRunning);
  for (const int index : {1, 2, 3}) AddExampleLaunch(folder_, index / 2, 0, index);
  const Collected second = Collect("COMPLETED", "COMPLETED");
  EXPECT_EQ(second.complete[0], 4);
  EXPECT_EQ(second.added, 3);
  EXPECT_EQ(StatusOfRun(), RunStatus::kComplete);
  EXPECT_EQ(Collect("COMPLETED", "COMPLETED").added, 0);
  EXPECT_EQ(Stored().size(), 4u);
  EXPECT_EQ(store_.runs().Find("latest").library, "Open MPI 4.1.4");
}

// Slurm requeues the tasks of a node that it has lost; what runs there runs on.
TEST_F(CollectTest, TwoCopiesOfATaskGiveEachLaunchOnce) {
  for (const int restart : {0, 1}) {
    for (const int index : {0, 1}) AddExampleLaunch(folder_, 0, restart, index);
  }
  const Collected collected = Collect("COMPLETED", "RUNNING", 1);
  EXPECT_EQ(collected.complete[0], 2);
  EXPECT_EQ(collected.added, 2);
}

TEST_F(CollectTest, ACopyThatComesLateChangesNothing) {
  AddExampleLaunch(folder_, 0, 1, 0);
  EXPECT_EQ(Collect("COMPLETED", "RUNNING", 1).added, 1);
  AddExampleLaunch(folder_, 0, 0, 0);
  EXPECT_EQ(Collect("COMPLETED", "RUNNING", 1).added, 0);
}

TEST_F(CollectTest, InterruptedLaunchesAreKeptAsFarAsTheyCame) {
  AddExampleLaunch(folder_, 0, 0, 0);
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kNone, {1});
  AddJournal(0, 0, 1);
  EXPECT_THAT(Collect("RUNNING", "PENDING").problems, IsEmpty());  // it still runs
  const Collected collected = Collect("NODE_FAIL", "CANCELLED");
  EXPECT_EQ(collected.complete[0], 1);
  EXPECT_THAT(collected.problems, ElementsAre("task 0: launch 1: cut off in bcast/ranks:2 (task node failure)"));
  ASSERT_EQ(Stored().size(), 2u);
  EXPECT_EQ(Stored()[1].status, LaunchStatus::kInterrupted);
  EXPECT_EQ(Stored()[1].series[0].name, "barrier/ranks:2");
  EXPECT_EQ(StatusOfRun(), RunStatus::kInterrupted);
}

TEST_F(CollectTest, LaunchInterruptedByARequeueIsNamedWhileTheTaskRuns) {
  AddExampleStatus(folder_, 0, 0, AttemptEnd::kNone, {0});
  AddJournal(0, 0, 0);
  AddExampleStatus(folder_, 0, 1, AttemptEnd::kNone, {0});
  AddExampleLaunch(folder_, 0, 1, 0);
  const Collected collected = Collect("RUNNING", "PENDING", 1);
  EXPECT_EQ(collected.complete[0], 1);
  EXPECT_THAT(collected.problems, ElementsAre("task 0: launch 0: cut off in bcast/ranks:2 (task requeued)"));
}

TEST_F(CollectTest, RecordOfACrashedLaunchIsStored) {
  AddExampleLaunch(folder_, 0, 0, 0, LaunchStatus::kCrashed);
  EXPECT_EQ(Collect("COMPLETED", "COMPLETED").complete[0], 0);
  EXPECT_EQ(Stored()[0].status, LaunchStatus::kCrashed);
  EXPECT_EQ(StatusOfRun(), RunStatus::kFailed);
}

// Its head says nothing of the world that it never found.
TEST_F(CollectTest, TheHeadOfALaunchThatNeverBeganIsStored) {
  AddExampleLaunch(folder_, 0, 0, 0, LaunchStatus::kFailed);
  const auto path = PartialRecordPath(folder_.AttemptPath(0, 0), {0, 0});
  LaunchRecord head = ReadLaunchRecord(path);
  head.environment = Environment();
  head.series.clear();
  WriteFileAtomically(path, JsonText(ToJson(head, Json::object())));
  EXPECT_THAT(Collect("COMPLETED", "COMPLETED").problems, IsEmpty());
  ASSERT_EQ(Stored().size(), 1u);
  EXPECT_EQ(Stored()[0].status, LaunchStatus::kFailed);
}

TEST_F(CollectTest, ALibraryThatTheJobDoesNotHaveIsNamedAndNothingOfItIsTaken) {
  AddExampleLaunch(folder_, 0, 0, 0);
  const auto attempt = folder_.AttemptPath(0, 0);
  std::filesystem::copy(ArmPath(attempt, 0), ArmPath(attempt, 1));
  WriteStatus(attempt, {"node1", "node1", "srun", {{1'000'000, 1}}, {}, AttemptEnd::kNone, "", {}});
  const Collected collected = Collect("NODE_FAIL", "CANCELLED");
  EXPECT_THAT(collected.problems, ElementsAre(HasSubstr("running: library 1000000 is impossible")));
  EXPECT_THAT(collected.complete, ElementsAre(1));
  EXPECT_EQ(Stored().size(), 1u);
}

// The launches beside it are taken.
TEST_F(CollectTest, ADamagedFileIsNamedAndTheOthersAreTaken) {
  AddExampleLaunch(folder_, 0, 0, 0);
  AddExampleLaunch(folder_, 0, 0, 1);
  WriteFileAtomically(RecordPath(ArmPath(folder_.AttemptPath(0, 0), 0), 0), "{");
  AddExampleStatus(folder_, 1, 0, AttemptEnd::kNone, {2});
  AddJournal(1, 0, 2);
  WriteFileAtomically(RecordPath(ArmPath(folder_.AttemptPath(1, 0), 0), 2).string() + ".journal", "{\n");
  const Collected collected = Collect("COMPLETED", "NODE_FAIL");
  EXPECT_EQ(collected.complete[0], 1);
  EXPECT_THAT(collected.problems, ElementsAre(HasSubstr("parse error"),
                                              HasSubstr("cut off (task node failure); its measurements cannot be")));
  EXPECT_EQ(Stored().size(), 1u);
}

TEST_F(CollectTest, ARecordOfAnotherWorldIsRefused) {
  AddExampleLaunch(folder_, 0, 0, 0);
  const auto path = RecordPath(ArmPath(folder_.AttemptPath(0, 0), 0), 0);
  LaunchRecord record = ReadLaunchRecord(path);
  record.environment.key["ranks"] = "1";
  WriteFileAtomically(path, JsonText(ToJson(record, Json::object())));
  const Collected collected = Collect("COMPLETED", "COMPLETED");
  EXPECT_EQ(collected.complete[0], 0);
  EXPECT_THAT(collected.problems,
              ElementsAre(HasSubstr("asked for 2 ranks, the program found itself in a world of 1")));
  EXPECT_THAT(Stored(), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
