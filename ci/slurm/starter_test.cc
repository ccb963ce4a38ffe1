#include "ci/slurm/starter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::UnorderedElementsAre;

constexpr auto kOpenMpi = MpiInstall::Kind::kOpenMpi;
constexpr auto kMpich = MpiInstall::Kind::kMpich;

TEST(ParseMpiTypes, ReadsTheListsOfSeveralSlurms) {
  EXPECT_THAT(ParseMpiTypes("MPI plugin types are...\n\tpmix\n\tnone\n\tcray_shasta\n\tpmi2\n"
                            "specific pmix plugin versions available: pmix_v4\n"),
              UnorderedElementsAre("pmix", "none", "cray_shasta", "pmi2", "pmix_v4"));
  EXPECT_THAT(ParseMpiTypes("srun: MPI types are...\nsrun: none\nsrun: pmi2\nsrun: pmix_v2\n"),
              UnorderedElementsAre("none", "pmi2", "pmix_v2"));
  EXPECT_THAT(ParseMpiTypes("specific pmix plugin versions available: pmix_v3,pmix_v4\n"),
              UnorderedElementsAre("pmix_v3", "pmix_v4"));
  EXPECT_THAT(ParseMpiTypes(""), testing::IsEmpty());
}

TEST(MpiTypeFor, OnlySrunNeedsOne) {
  EXPECT_EQ(MpiTypeFor("auto", kOpenMpi), "pmix");
  EXPECT_EQ(MpiTypeFor("auto", kMpich), "pmi2");
  EXPECT_EQ(MpiTypeFor("srun:pmix_v4", kMpich), "pmix_v4");
  EXPECT_EQ(MpiTypeFor("mpirun", kOpenMpi), "");
  EXPECT_EQ(MpiTypeFor("flux:pmix", kOpenMpi), "");
}

TEST(CommandInJob, LaunchesThatTakeTurnsShareTheProcessorsOfTheAllocation) {
  SlurmJob job;
  job.launcher = "srun:pmix";
  LaunchPlan plan;
  plan.bench = "/b/bench";
  plan.launcher = "srun:pmix";
  plan.ranks = 4;
  const Command one = CommandInJob(job, plan, {}, 2);
  EXPECT_THAT(one.words, testing::Contains("--overcommit"));
  EXPECT_FALSE(one.environment.contains("SLURM_OVERLAP"));
  job.nodes = 2;
  job.turns = 6;
  const Command turns = CommandInJob(job, plan, {}, 2);
  EXPECT_THAT(turns.words, testing::Contains("--cpu-bind=cores"));
  EXPECT_EQ(turns.environment.at("SLURM_OVERLAP"), "1");
}

TEST(LauncherInJob, SrunOnlyByTheTypeThatTheMpiKnows) {
  EXPECT_EQ(LauncherInJob("auto", kOpenMpi, {"pmix", "pmi2"}), "srun:pmix");
  EXPECT_EQ(LauncherInJob("auto", kMpich, {"pmix", "pmi2"}), "srun:pmi2");
  EXPECT_EQ(LauncherInJob("auto", MpiInstall::Kind::kIntel, {"pmix", "pmi2"}), "srun:pmi2");
  EXPECT_EQ(LauncherInJob("auto", kOpenMpi, {"none", "pmi2"}), "mpirun");
  EXPECT_EQ(LauncherInJob("auto", kMpich, {"pmix"}), "mpirun");
  EXPECT_EQ(LauncherInJob("mpirun", kOpenMpi, {"pmix"}), "mpirun");
  EXPECT_EQ(LauncherInJob("srun:pmix_v4", kOpenMpi, {"pmix_v4"}), "srun:pmix_v4");
  EXPECT_EQ(LauncherInJob("flux", kOpenMpi, {}), "flux");
  EXPECT_THROW(LauncherInJob("srun:pmix", kOpenMpi, {"none"}), Error);
  EXPECT_THROW(LauncherInJob("ssh", kOpenMpi, {"none"}), Error);
}

}  // namespace
}  // namespace mpigauge
