#include "ci/slurm/preview.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/mpi_install.h"
#include "ci/slurm/slurm_campaign.h"
#include "ci/slurm/starter.h"
#include "ci/slurm/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A planned job whose ranks outnumber the processors of every host.
JobFolder ManyRanks(const std::string& launcher) {
  SlurmJob job = ExampleFolder("preview", 10, 5).job();
  job.launcher = launcher;
  job.nodes = 2;
  job.arms[0].plan.ranks = 200000;
  return JobFolder::Planned("/no/such/folder/job", job);
}

SlurmRequest ManyRanksOnEachNode() {
  SlurmRequest request;
  request.ntasks_per_node = 100000;
  return request;
}

TEST(Preview, TheTasksStartTheRanksByTheJobsLauncherAndOnTheJobsProcessors) {
  const JobPreview preview = Preview(ManyRanks("srun:pmix"), ManyRanksOnEachNode(), {true, {"pmix", "pmi2"}});
  ASSERT_THAT(preview.starts, testing::SizeIs(1));
  const std::vector<std::string>& words = preview.starts[0];
  ASSERT_GE(words.size(), 7u);
  EXPECT_THAT(std::vector(words.begin(), words.begin() + 4),
              ElementsAre("srun", "--mpi=pmix", "--ntasks=200000", "--cpu-bind=cores"));
  EXPECT_EQ(words.back(), "/b/mpigauge-bench");
  EXPECT_THAT(preview.notes, IsEmpty());
}

TEST(Preview, TheSubmissionIsThatOfTheJobAndNothingIsMade) {
  const JobFolder folder = ManyRanks("srun:pmix");
  SlurmRequest request = ManyRanksOnEachNode();
  request.partition = "perf";
  const JobPreview preview = Preview(folder, request, {true, {"pmix"}});
  EXPECT_EQ(preview.sbatch, SbatchCommand(SbatchArguments(folder, request)));
  EXPECT_EQ(preview.sbatch.front(), "sbatch");
  EXPECT_THAT(preview.sbatch, testing::IsSupersetOf({"--nodes=2", "--ntasks=200000", "--partition=perf"}));
  EXPECT_EQ(preview.sbatch.back(), "/no/such/folder/job/job.sh");
  EXPECT_EQ(preview.place, PlaceText(folder.job(), request));
  EXPECT_FALSE(std::filesystem::exists("/no/such/folder"));
}

// A host without Slurm, or with a Slurm that has no configuration.
TEST(Preview, AHostThatKnowsNothingOfSlurmAssumesTheTypeThatIsNeeded) {
  const JobPreview preview = Preview(ManyRanks("auto"), ManyRanksOnEachNode(), {});
  const std::string type = MpiTypeFor("auto", FindMpi("").kind);
  EXPECT_THAT(preview.starts.at(0), Contains("--mpi=" + type));
  EXPECT_THAT(preview.notes, ElementsAre(HasSubstr("the nodes' srun is taken to have " + type),
                                         HasSubstr("this host cannot submit the job")));
  EXPECT_THAT(Preview(ManyRanks("srun:pmix_v4"), ManyRanksOnEachNode(), {}).starts.at(0), Contains("--mpi=pmix_v4"));
  // The library's own launcher needs no type.
  EXPECT_THAT(Preview(ManyRanks("mpirun"), ManyRanksOnEachNode(), {true, {}}).notes, IsEmpty());
}

TEST(Preview, AutoIsTheLibrarysOwnLauncherWhereSrunLacksTheType) {
  const JobPreview preview = Preview(ManyRanks("auto"), ManyRanksOnEachNode(), {true, {"none"}});
  EXPECT_EQ(preview.starts.at(0).front(), FindMpi("").launcher);
  EXPECT_THAT(preview.notes, IsEmpty());
}

TEST(FirstJob, LiesInItsPartOfTheFolderAndHasABlockForEachLaunch) {
  LaunchPlan plan;
  plan.bench = "/proc/self/exe";
  SlurmCampaignOptions options;
  options.folder = "/no/such/gate";
  options.task_program = "/proc/self/exe";
  options.nodes = 3;
  options.tasks = 2;
  options.turns = 4;
  options.launcher = "mpirun";
  const JobFolder first = FirstJob({plan, plan}, options, "settle", 6);
  EXPECT_EQ(first.path().string(), "/no/such/gate/settle/job-0");
  EXPECT_EQ(first.job().arms.size(), 2u);
  EXPECT_EQ(first.job().LaunchCount(), 12);
  EXPECT_EQ(first.job().TaskCount(), 2);
  EXPECT_EQ(first.job().nodes, 3);
  EXPECT_EQ(first.job().turns, 4);
  EXPECT_EQ(first.job().launcher, "mpirun");
  EXPECT_EQ(JobName(first.job()), "mpigauge-RUN");
  EXPECT_FALSE(std::filesystem::exists("/no/such/gate"));
}

}  // namespace
}  // namespace mpigauge
