#include "ci/slurm/sbatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/slurm/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

TEST(SbatchArguments, HaveTheGivenOptionsOnly) {
  const JobFolder folder = ExampleFolder("sbatch", 10, 5);
  const auto plain = SbatchArguments(folder, {});
  EXPECT_THAT(plain, testing::IsSupersetOf({"--parsable", "--array=0-1", "--nodes=1", "--ntasks=2",
                                            "--ntasks-per-node=2", "--signal=B:USR1@30", "--requeue"}));
  EXPECT_THAT(plain, Not(Contains(HasSubstr("--partition"))));
  EXPECT_EQ(plain.back(), folder.script().string());

  const auto all = SbatchArguments(
      folder, {2, 1, "perf", "me", "zen4", "30", true, {"node3", "node7"}, {"--no-requeue", "--qos=x y"}});
  EXPECT_THAT(
      all, testing::IsSupersetOf({"--array=0-1%1", "--partition=perf", "--account=me", "--constraint=zen4", "--time=30",
                                  "--exclusive", "--exclude=node3,node7", "--no-requeue", "--qos=x y"}));
}

TEST(SbatchArguments, APercentInThePathIsNoPattern) {
  EXPECT_THAT(SbatchArguments(ExampleFolder("50%j", 2, 1), {}), Contains(HasSubstr("/50%%j/task-%a.log")));
}

TEST(PlaceText, NamesTasksNodesAndWhatWasAskedOfThem) {
  SlurmJob job = ExampleFolder("place", 10, 5).job();
  EXPECT_EQ(PlaceText(job, {}), "in 2 task(s) of a Slurm job, each on 1 node(s) of the partition that sbatch chooses");
  job.nodes = 4;
  EXPECT_EQ(
      PlaceText(job, {2, 1, "perf", "me", "zen4", "30", true, {"node3", "node7"}, {}}),
      "in 2 task(s) of a Slurm job, 1 at a time, each on 4 node(s) of partition perf with constraint zen4, shared "
      "with no other job, without node3, node7");
}

TEST(JobScript, SaysWhoWroteItAndHowItWasSubmitted) {
  const JobFolder folder = ExampleFolder("script", 10, 5);
  const std::string script = JobScript(folder, SbatchArguments(folder, {}));
  EXPECT_THAT(
      script,
      testing::StartsWith(
          "#!/bin/bash\n# Run 0f6e9c0a-run of Open MPI 4.1.4\n# 10 launches; each task of this job array makes 5"));
  EXPECT_THAT(script, HasSubstr("# Tasks run /b/mpigauge-task (9 bytes, 1.000000002 s).\n"));
  EXPECT_THAT(script, HasSubstr("#   sbatch --parsable --job-name=mpigauge-0f6e9c0a --array=0-1 "));
  EXPECT_THAT(script, HasSubstr("\nset -u\n"));
  EXPECT_THAT(script, testing::EndsWith("\nexec /b/mpigauge-task " + folder.path().string() + "\n"));
}

// A label with a line break once would have been a command of the script.
TEST(JobScript, ALineBreakStaysInItsComment) {
  const JobFolder plain = ExampleFolder("line", 2, 1);
  const std::string script =
      JobScript(plain, SbatchArguments(plain, {2, 0, "", "", "", "", false, {}, {"--comment=a\nrm x"}}));
  EXPECT_THAT(script, HasSubstr("'--comment=a rm x'"));
  EXPECT_THAT(script, Not(HasSubstr("\nrm x")));
}

}  // namespace
}  // namespace mpigauge
