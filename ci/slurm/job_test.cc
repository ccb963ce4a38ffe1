#include "ci/slurm/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<int> IndexesOf(const std::vector<JobLaunch>& launches) {
  std::vector<int> indexes;
  for (const JobLaunch& launch : launches) indexes.push_back(launch.index);
  return indexes;
}

TEST(SlurmJob, TheLastTaskTakesWhatIsLeft) {
  const SlurmJob job = ExampleFolder("tasks", 10, 4).job();
  EXPECT_EQ(job.TaskCount(), 3);
  EXPECT_EQ(job.LaunchCount(), 10);
  EXPECT_THAT(IndexesOf(job.LaunchesOf(0)), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(IndexesOf(job.LaunchesOf(2)), ElementsAre(8, 9));
}

TEST(SlurmJob, BlocksAreDividedInEqualPartsAmongNoMoreTasksThanThereAreBlocks) {
  SlurmJob job = ExampleFolder("divide", 10, 1).job();
  job.Divide(3);
  EXPECT_EQ(job.blocks_per_task, 4);
  EXPECT_EQ(job.TaskCount(), 3);
  job.Divide(2);
  EXPECT_EQ(job.blocks_per_task, 5);
  job.Divide(100);
  EXPECT_EQ(job.blocks_per_task, 1);
  EXPECT_EQ(job.TaskCount(), 10);
}

TEST(SlurmJob, LaunchesOfWholeBlocksTakeTurnsInCirclesOfEqualLength) {
  SlurmJob job = ExampleFolder("circles", 9, 7).job();
  EXPECT_THAT(job.CirclesOf(0, 4), testing::SizeIs(7));  // one library alone has nobody to take turns with
  job.arms.push_back({"other-run", "other", "", {}, {3}});
  const auto circles = job.CirclesOf(0, 4);
  ASSERT_THAT(circles, testing::SizeIs(2));
  EXPECT_THAT(IndexesOf(circles[0]), ElementsAre(0, 0, 1, 1, 2, 2, 3));
  EXPECT_THAT(IndexesOf(circles[1]), ElementsAre(4, 4, 5, 5, 6, 6));
  ASSERT_THAT(job.CirclesOf(1, 4), testing::SizeIs(1));
  EXPECT_THAT(IndexesOf(job.CirclesOf(1, 4)[0]), ElementsAre(7, 7, 8, 8));
  ASSERT_THAT(job.CirclesOf(1, 1), testing::SizeIs(2));  // one of each library
  EXPECT_THAT(IndexesOf(job.CirclesOf(1, 1)[0]), ElementsAre(7, 7));
  EXPECT_THAT(job.CirclesOf(1, 0), testing::SizeIs(4));
}

TEST(SlurmJob, EveryBlockHoldsOneLaunchOfEachLibraryInADrawnOrder) {
  SlurmJob job = ExampleFolder("blocks", 40, 20).job();
  job.arms.push_back({"other-run", "other", "", {}});
  job.seed = 7;
  EXPECT_EQ(job.LaunchCount(), 80);
  std::map<int, int> first;  // of how many blocks a library is the first
  for (const int task : {0, 1}) {
    const auto launches = job.LaunchesOf(task);
    ASSERT_EQ(launches.size(), 40u);
    for (std::size_t i = 0; i < launches.size(); i += 2) {
      EXPECT_EQ(launches[i].index, launches[i + 1].index);
      EXPECT_NE(launches[i].arm, launches[i + 1].arm);
      ++first[launches[i].arm];
    }
  }
  EXPECT_GE(first[0], 10);
  EXPECT_GE(first[1], 10);
  EXPECT_EQ(job.Text({1, 3}), "launch 3 of other");
  job.arms[1].library = job.arms[0].library;
  EXPECT_EQ(job.Text({1, 3}), "launch 3 of Open MPI 4.1.4 (candidate)");
}

TEST(SlurmJob, LaunchesOfAnEarlierJobAreLeftOut) {
  SlurmJob job = ExampleFolder("follow_up", 3, 3).job();
  job.arms.push_back({"other-run", "other", "", {}});
  job.blocks = {4, 9};
  job.arms[0].done = {4};
  job.arms[1].done = {9};
  EXPECT_THAT(job.LaunchesOf(0), ElementsAre(JobLaunch{1, 4}, JobLaunch{0, 9}));
  EXPECT_EQ(ToJson(JobFromJson(ToJson(job), "x")), ToJson(job));
}

TEST(SlurmJob, ComesBackAsItWas) {
  SlurmJob job = ExampleFolder("job_json", 3, 2).job();
  job.turns = 4;
  EXPECT_EQ(ToJson(JobFromJson(ToJson(job), "x")), ToJson(job));
  Json newer = ToJson(job);
  newer["schema_version"] = 4;
  EXPECT_EQ(ErrorOf([&] { JobFromJson(newer, "job.json"); }), "job.json: has schema version 4, this mpigauge reads 3");
}

TEST(SlurmJob, ADamagedOneIsNamed) {
  const Json good = ToJson(ExampleFolder("job_damaged", 3, 2).job());
  const auto error_with = [&](const char* key, const Json& value) {
    Json damaged = good;
    damaged[key] = value;
    return ErrorOf([&] { JobFromJson(damaged, "job.json"); });
  };
  EXPECT_EQ(error_with("arms", Json::array()), "job.json: arms is an empty list");
  EXPECT_EQ(error_with("blocks_per_task", 0), "job.json: blocks_per_task: 0 is impossible; it is at least 1");
  EXPECT_EQ(error_with("blocks_per_task", 2'000'000'000), "job.json: blocks_per_task: 2000000000 is impossible");
  EXPECT_THAT(error_with("nodes", -1), HasSubstr("job.json: nodes: -1 is impossible"));
  EXPECT_THAT(error_with("nodes", 1e300), HasSubstr("job.json: nodes: 1e+300 is impossible"));
  EXPECT_THAT(error_with("nodes", 3'000'000'000), HasSubstr("job.json: nodes: 3000000000 is impossible"));
  EXPECT_THAT(error_with("blocks", {0, 1e300}), HasSubstr("job.json: blocks: 1e+300 is impossible"));
  EXPECT_THAT(error_with("seed", 0.5), HasSubstr("job.json: seed: 0.5 is impossible"));
  EXPECT_THAT(error_with("schema_version", 1e300), HasSubstr("job.json: schema_version: 1e+300 is impossible"));
  EXPECT_THAT(error_with("blocks", "all"), HasSubstr("job.json: (/blocks) type must be array"));
}

TEST(RequireUnchanged, NamesTheFileThatWasRebuilt) {
  const std::string program = testing::TempDir() + "/program";
  std::ofstream(program) << "old";
  SlurmJob job;
  job.fingerprints[program] = Fingerprint(program);
  EXPECT_NO_THROW(RequireUnchanged(job));
  std::ofstream(program) << "newer";
  EXPECT_THAT(ErrorOf([&] { RequireUnchanged(job); }), HasSubstr(program + ": changed after the job was submitted"));
  std::filesystem::remove(program);
  EXPECT_THAT(ErrorOf([&] { RequireUnchanged(job); }), HasSubstr("this node does not see the file"));
}

TEST(JobFolder, ThatOthersMayWriteIsRefused) {
  using std::filesystem::perm_options;
  using std::filesystem::perms;
  const JobFolder folder = ExampleFolder("open_folder", 3, 2);
  EXPECT_EQ(ErrorOf([&] { folder.RequireTrusted(); }), "no error");
  for (const auto& open : {folder.path() / "job.json", folder.path()}) {
    std::filesystem::permissions(open, perms::others_write, perm_options::add);
    EXPECT_THAT(ErrorOf([&] { folder.RequireTrusted(); }), HasSubstr(open.string() + ": others may write to it"));
    std::filesystem::permissions(open, perms::others_write, perm_options::remove);
  }
  const auto open = folder.path() / "open";
  std::filesystem::create_directory(open);
  std::filesystem::permissions(open, perms::all);
  EXPECT_THAT(ErrorOf([&] { JobFolder::Make(open, folder.job()); }), HasSubstr("give a --folder of your own"));
  EXPECT_FALSE(std::filesystem::exists(open / "job.json"));
}

TEST(JobFolder, IsMadeOnceAndOpened) {
  const JobFolder folder = ExampleFolder("job_folder", 3, 2);
  using std::filesystem::perms;  // it holds the values of --env
  EXPECT_EQ(std::filesystem::status(folder.path() / "job.json").permissions(), perms::owner_read | perms::owner_write);
  EXPECT_EQ(JobFolder::Open(folder.path()).JobId(), "17");
  EXPECT_EQ(JobFolder::Open(folder.path()).job().LaunchCount(), 3);
  EXPECT_THAT(ErrorOf([&] { JobFolder::Make(folder.path(), folder.job()); }), HasSubstr("holds a job already"));
  EXPECT_THAT(ErrorOf([&] { JobFolder::Make("/dev/null/x", folder.job()); }), HasSubstr("give a folder that you may"));
  EXPECT_THAT(ErrorOf([&] { JobFolder::Open("/dev"); }), HasSubstr("is not the folder of a job"));
}

// Two submissions of one folder, because the first was thought lost.
TEST(JobFolder, BelongsToTheFirstJobThatRuns) {
  const JobFolder folder = ExampleFolder("claim", 3, 2);
  folder.SetJobId("17;east");
  EXPECT_EQ(folder.Claim("17"), "17");
  EXPECT_EQ(folder.JobId(), "17;east");
  EXPECT_EQ(folder.Claim("18"), "17");
  folder.SetJobId("18");
  EXPECT_EQ(folder.JobId(), "17");
}

TEST(JobFolder, AttemptsAreKeptApart) {
  const JobFolder folder = ExampleFolder("attempts", 4, 4);
  AddExampleLaunch(folder, 0, 0, 0);
  AddExampleLaunch(folder, 0, 0, 1, LaunchStatus::kCrashed);
  AddExampleStatus(folder, 0, 10, AttemptEnd::kComplete);
  AddExampleLaunch(folder, 0, 2, 1);
  std::ofstream(folder.AttemptPath(0, 2) / "0/launch-3.json.journal") << "";
  const auto attempts = folder.Attempts(0);
  ASSERT_THAT(attempts, testing::SizeIs(3));
  EXPECT_THAT(attempts[0].complete, ElementsAre(JobLaunch{0, 0}));
  EXPECT_THAT(attempts[0].partial, ElementsAre(JobLaunch{0, 1}));
  EXPECT_THAT(attempts[1].complete, ElementsAre(JobLaunch{0, 1}));
  EXPECT_EQ(attempts[2].restart, 10);
  EXPECT_EQ(attempts[2].status.ended, AttemptEnd::kComplete);
  EXPECT_THAT(folder.Attempts(1), testing::IsEmpty());
}

TEST(JobFolder, OtherFoldersAreNoAttempts) {
  const JobFolder folder = ExampleFolder("no_attempts", 4, 4);
  for (const char* name : {"attempt-", "attempt-99999999999999999999", "attempt-1x"}) {
    std::filesystem::create_directories(folder.AttemptPath(0, 0).parent_path() / name);
  }
  EXPECT_THAT(folder.Attempts(0), testing::IsEmpty());
}

// Both were once taken for places in the list of libraries.
TEST(JobFolder, ALibraryThatTheJobDoesNotHaveIsNoneOfItsLaunches) {
  const JobFolder folder = ExampleFolder("stray_arms", 4, 4);
  AddExampleLaunch(folder, 0, 0, 0);
  std::filesystem::copy(ArmPath(folder.AttemptPath(0, 0), 0), ArmPath(folder.AttemptPath(0, 0), 1));
  WriteStatus(folder.AttemptPath(0, 0), {"node1", "node1", "srun", {{7, 2}}, {}, AttemptEnd::kNone, "", {}});
  const auto attempts = folder.Attempts(0);
  ASSERT_THAT(attempts, testing::SizeIs(1));
  EXPECT_THAT(attempts[0].complete, ElementsAre(JobLaunch{0, 0}));
  EXPECT_THAT(attempts[0].status.running, testing::IsEmpty());
  EXPECT_THAT(attempts[0].status.problems,
              ElementsAre(HasSubstr("status.json: running: library 7 is impossible, the job has 1 libraries")));
}

}  // namespace
}  // namespace mpigauge
