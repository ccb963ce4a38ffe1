#include "ci/launch/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::Not;

LaunchPlan Example() {
  LaunchPlan plan;
  plan.library = {"nightly", "openmpi", {"/x/libslow.so", "/y.so"}, {{"OMPI_MCA_btl", "tcp,self"}}, "3f2a"};
  plan.bench = "/b/mpigauge-bench";
  plan.bench_arguments = {"--passes", "2"};
  return plan;
}

bool Follows(const std::vector<std::string>& words, const std::string& one, const std::string& next) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == one && words[i + 1] == next) return true;
  }
  return false;
}

TEST(ExactlyThese, NamesAreTakenAsTheyAre) {
  EXPECT_EQ(ExactlyThese({"allreduce/bytes:8/ranks:2"}), "^(allreduce/bytes:8/ranks:2)$");
  EXPECT_EQ(ExactlyThese({"a.b(c)", "d\\"}), "^(a\\.b\\(c\\)|d\\\\)$");
}

TEST(LaunchCommand, OpenMpiBindsWhereEveryRankHasACore) {
  const MpiInstall install{MpiInstall::Kind::kOpenMpi, "/usr/bin/mpirun", "4.1.4", {}};
  const auto words = LaunchCommand(Example(), install, 2);
  EXPECT_EQ(words.front(), "/usr/bin/mpirun");
  EXPECT_TRUE(Follows(words, "--bind-to", "core"));
  EXPECT_TRUE(Follows(words, "-x", "OMPI_MCA_btl=tcp,self"));
  EXPECT_TRUE(Follows(words, "-x", "LD_PRELOAD=/x/libslow.so:/y.so"));
  EXPECT_TRUE(Follows(words, "--passes", "2"));
  EXPECT_TRUE(Follows(LaunchCommand(Example(), install, 1), "--bind-to", "none"));
  EXPECT_THAT(LaunchCommand(Example(), install, 1), Contains("--oversubscribe"));
}

TEST(LaunchCommand, MpichHasItsOwnWords) {
  const auto words = LaunchCommand(Example(), {MpiInstall::Kind::kMpich, "/usr/bin/mpiexec.hydra", "4.0.2", {}}, 2);
  EXPECT_TRUE(Follows(words, "-bind-to", "core"));
  EXPECT_TRUE(Follows(words, "-genv", "LD_PRELOAD"));
  EXPECT_THAT(words, Not(Contains("--allow-run-as-root")));
}

TEST(ProgramWords, TellTheRanksWhatTheyMustHaveLoaded) {
  LaunchPlan plan = Example();
  EXPECT_THAT(ProgramWords(plan), Contains("--expect-loaded=/x/libslow.so:/y.so"));
  plan.library.expected = {"/kept/lib/libmpi.so.40"};
  EXPECT_THAT(ProgramWords(plan), Contains("--expect-loaded=/x/libslow.so:/y.so:/kept/lib/libmpi.so.40"));
  plan.library.preload.clear();
  EXPECT_THAT(ProgramWords(plan), Contains("--expect-loaded=/kept/lib/libmpi.so.40"));
}

TEST(LaunchPlan, ComesBackAsItWas) {
  LaunchPlan plan = Example();
  plan.library.expected = {"/kept/lib/libmpi.so.40"};
  const LaunchPlan back = PlanFromJson(ToJson(plan), "x");
  EXPECT_EQ(ToJson(back), ToJson(plan));
  EXPECT_EQ(back.library.expected, plan.library.expected);
  EXPECT_THROW(PlanFromJson({{"ranks", 2}}, "run x"), Error);
}

TEST(FindBench, SaysWhereItLooked) {
  try {
    FindBench("/no/bench");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("looked for /no/bench"));
  }
}

}  // namespace
}  // namespace mpigauge
