#include "ci/launch/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::Contains;

LaunchPlan Example() {
  LaunchPlan plan;
  plan.library = {"nightly", "openmpi", {"/x/libslow.so", "/y.so"}, {{"OMPI_MCA_btl", "tcp,self"}}, "3f2a"};
  plan.bench = "/b/mpigauge-bench";
  plan.bench_arguments = {"--passes", "2"};
  return plan;
}

TEST(ExactlyThese, NamesAreTakenAsTheyAre) {
  EXPECT_EQ(ExactlyThese({"allreduce/bytes:8/ranks:2"}), "^(allreduce/bytes:8/ranks:2)$");
  EXPECT_EQ(ExactlyThese({"a.b(c)", "d\\"}), "^(a\\.b\\(c\\)|d\\\\)$");
}

TEST(BenchCommand, TellsTheRanksWhichLibrariesMustBeLoaded) {
  LaunchPlan plan = Example();
  EXPECT_THAT(BenchCommand(plan), Contains("--expect-loaded=/x/libslow.so:/y.so"));
  plan.library.expected = {"/kept/lib/libmpi.so.40"};
  EXPECT_THAT(BenchCommand(plan), Contains("--expect-loaded=/x/libslow.so:/y.so:/kept/lib/libmpi.so.40"));
  plan.library.preload.clear();
  EXPECT_THAT(BenchCommand(plan), Contains("--expect-loaded=/kept/lib/libmpi.so.40"));
}

TEST(LaunchPlan, ComesBackAsItWas) {
  LaunchPlan plan = Example();
  plan.library.expected = {"/kept/lib/libmpi.so.40"};
  plan.launcher = "srun:pmix";
  const LaunchPlan back = PlanFromJson(ToJson(plan), "x");
  EXPECT_EQ(ToJson(back), ToJson(plan));
  EXPECT_EQ(back.library.expected, plan.library.expected);
  EXPECT_EQ(back.launcher, "srun:pmix");
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
