#include "ci/slurm/starter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr auto kOpenMpi = MpiInstall::Kind::kOpenMpi;
constexpr auto kMpich = MpiInstall::Kind::kMpich;

TEST(ParseMpiTypes, OfSeveralSlurms) {
  EXPECT_THAT(ParseMpiTypes("MPI plugin types are...\n\tpmix\n\tnone\n\tcray_shasta\n\tpmi2\n"
                            "specific pmix plugin versions available: pmix_v4\n"),
              UnorderedElementsAre("pmix", "none", "cray_shasta", "pmi2", "pmix_v4"));
  EXPECT_THAT(ParseMpiTypes("srun: MPI types are...\nsrun: none\nsrun: pmi2\nsrun: pmix_v2\n"),
              UnorderedElementsAre("none", "pmi2", "pmix_v2"));
  EXPECT_THAT(ParseMpiTypes("specific pmix plugin versions available: pmix_v3,pmix_v4\n"),
              UnorderedElementsAre("pmix_v3", "pmix_v4"));
  EXPECT_THAT(ParseMpiTypes(""), testing::IsEmpty());
}

TEST(ChooseStarter, SrunOnlyByTheTypeThatTheMpiKnows) {
  EXPECT_EQ(ChooseStarter("auto", kOpenMpi, {"pmix", "pmi2"}).srun_type, "pmix");
  EXPECT_EQ(ChooseStarter("auto", kMpich, {"pmix", "pmi2"}).srun_type, "pmi2");
  EXPECT_EQ(ChooseStarter("auto", kOpenMpi, {"none", "pmi2"}).srun_type, "");
  EXPECT_EQ(ChooseStarter("auto", kMpich, {"pmix"}).srun_type, "");
  EXPECT_EQ(ChooseStarter("mpirun", kOpenMpi, {"pmix"}).srun_type, "");
  EXPECT_EQ(ChooseStarter("srun:pmix_v4", kOpenMpi, {"pmix_v4"}).srun_type, "pmix_v4");
  EXPECT_THROW(ChooseStarter("srun:pmix", kOpenMpi, {"none"}), Error);
  EXPECT_THROW(ChooseStarter("ssh", kOpenMpi, {"none"}), Error);
}

TEST(StartCommand, TheRanksVariablesGoThroughEnvOnTheNodes) {
  LaunchPlan plan;
  plan.library = {"nightly", "", {"/x/libslow.so"}, {{"OMPI_MCA_btl", "tcp,self"}}, ""};
  plan.bench = "/b/mpigauge-bench";
  plan.bench_arguments = {"--passes", "2"};
  plan.ranks = 4;
  const MpiInstall install{kOpenMpi, "/o/bin/mpirun", "5.0.7", {{"LD_LIBRARY_PATH", "/o/lib"}}};
  EXPECT_THAT(
      StartCommand({"pmix"}, plan, install, 2),
      ElementsAre("srun", "--mpi=pmix", "--ntasks=4", "--cpu-bind=cores", "--kill-on-bad-exit=1", "--export=ALL", "env",
                  "LD_LIBRARY_PATH=/o/lib", "LD_PRELOAD=/x/libslow.so", "OMPI_MCA_btl=tcp,self", "/b/mpigauge-bench",
                  "--expect-loaded=/x/libslow.so", "--passes", "2"));
  EXPECT_EQ(StartCommand({}, plan, install, 2)[0], "/o/bin/mpirun");
  EXPECT_EQ((Starter{"pmix"}.Text(install)), "srun --mpi=pmix, Open MPI 5.0.7");
}

}  // namespace
}  // namespace mpigauge
