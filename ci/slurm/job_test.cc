#include "ci/slurm/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/testing.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Pair;

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(SlurmJob, TheLastTaskTakesWhatIsLeft) {
  SlurmJob job;
  job.launches = 10;
  job.launches_per_task = 4;
  EXPECT_EQ(job.TaskCount(), 3);
  EXPECT_THAT(job.LaunchesOf(0), Pair(0, 4));
  EXPECT_THAT(job.LaunchesOf(2), Pair(8, 10));
}

TEST(SlurmJob, ComesBackAsItWas) {
  const SlurmJob job = ExampleFolder("job_json", 3, 2).job();
  EXPECT_EQ(ToJson(JobFromJson(ToJson(job), "x")), ToJson(job));
  Json newer = ToJson(job);
  newer["schema_version"] = 2;
  EXPECT_EQ(ErrorOf([&] { JobFromJson(newer, "job.json"); }), "job.json: has schema version 2, this mpigauge reads 1");
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

TEST(JobFolder, IsMadeOnceAndOpened) {
  const JobFolder folder = ExampleFolder("job_folder", 3, 2);
  EXPECT_EQ(JobFolder::Open(folder.path()).JobId(), "17");
  EXPECT_EQ(JobFolder::Open(folder.path()).job().launches, 3);
  EXPECT_THAT(ErrorOf([&] { JobFolder::Make(folder.path(), folder.job()); }), HasSubstr("holds a job already"));
  EXPECT_THAT(ErrorOf([&] { JobFolder::Make("/dev/null/x", folder.job()); }), HasSubstr("give a folder that you may"));
  EXPECT_THAT(ErrorOf([&] { JobFolder::Open("/dev"); }), HasSubstr("is no folder of a job"));
}

TEST(JobFolder, AttemptsAreKeptApart) {
  const JobFolder folder = ExampleFolder("attempts", 4, 4);
  AddExampleLaunch(folder, 0, 0, 0);
  AddExampleLaunch(folder, 0, 0, 1, "crashed");
  AddExampleStatus(folder, 0, 10, "complete");
  AddExampleLaunch(folder, 0, 2, 1);
  std::ofstream(folder.AttemptPath(0, 2) / "launch-3.json.journal") << "";
  const auto attempts = folder.Attempts(0);
  ASSERT_THAT(attempts, testing::SizeIs(3));
  EXPECT_THAT(attempts[0].complete, testing::ElementsAre(0));
  EXPECT_THAT(attempts[0].partial, testing::ElementsAre(1));
  EXPECT_THAT(attempts[1].complete, testing::ElementsAre(1));
  EXPECT_EQ(attempts[2].restart, 10);
  EXPECT_EQ(attempts[2].status.ended, "complete");
  EXPECT_THAT(folder.Attempts(1), testing::IsEmpty());
}

}  // namespace
}  // namespace mpigauge
