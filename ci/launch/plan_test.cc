#include "ci/launch/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "ci/launch/measure_request.h"
#include "ci/launch/scripted_bench.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;

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

TEST(Restricted, AFilterReplacesThePlansOwnUnlessItIsTooLong) {
  LaunchPlan plan = Example();
  plan.bench_arguments = {"--benchmark_filter=x", "--passes", "2"};
  EXPECT_THAT(Restricted(plan, {}).bench_arguments, ElementsAre("--benchmark_filter=x", "--passes", "2"));
  EXPECT_THAT(Restricted(plan, {"a", "b"}).bench_arguments, ElementsAre("--passes", "2", "--benchmark_filter=^(a|b)$"));
  const std::size_t frame = std::string("--benchmark_filter=^()$").size();
  EXPECT_EQ(Restricted(plan, {std::string(100'000 - frame, 'a')}).bench_arguments.size(), 3U);
  EXPECT_EQ(Restricted(plan, {std::string(100'000 - frame, 'a')}).bench_arguments[0], "--passes");
  EXPECT_EQ(Restricted(plan, {std::string(100'001 - frame, 'a')}).bench_arguments[0], "--benchmark_filter=x");
}

// A filter alone chooses of all cases, and would leave out the suite's series on fewer ranks.
TEST(Restricted, SuiteOfAPlanThatNamesNoneStaysTheDefault) {
  LaunchPlan plan = Example();
  plan.bench_arguments = {"--passes=2"};
  EXPECT_THAT(Restricted(plan, {"a"}).bench_arguments,
              ElementsAre("--passes=2", "--suite=default", "--benchmark_filter=^(a)$"));
  plan.bench_arguments = {"--suite=full"};
  EXPECT_THAT(Restricted(plan, {"a"}).bench_arguments, ElementsAre("--suite=full", "--benchmark_filter=^(a)$"));
  plan.bench_arguments = {"--series=a|b"};
  EXPECT_THAT(Restricted(plan, {"a"}).bench_arguments, ElementsAre("--series=a|b", "--benchmark_filter=^(a)$"));
}

TEST(RequireUnderstood, RepeatsWhatTheProgramSaysOfItsArguments) {
  const ScriptedBench bench("understood");
  const auto error_of = [&](const std::string& lines) {
    LaunchPlan plan;
    plan.library.mpi = (bench.folder() / "mpi").string();
    plan.bench = bench.Script("bench", lines);
    plan.bench_arguments = {"--suite=x"};
    return ErrorOf([&] { RequireUnderstood(plan); });
  };
  EXPECT_EQ(error_of("echo noise >&2; echo \"mpigauge-bench: $1 $2\" >&2; exit 4"),
            (bench.folder() / "bench").string() + ": --check-arguments --suite=x");
  EXPECT_EQ(error_of("exit 0"), "no error");
  EXPECT_EQ(error_of("echo 'mpigauge-bench: no memory' >&2; exit 3"), "no error");
  EXPECT_EQ(error_of("echo 'usage: other' >&2; exit 4"), "no error");
}

TEST(MeasureRequest, BecomesTheTimeLimitAndTheArgumentsOfAPlan) {
  LaunchPlan plan;
  MeasureRequest().TakeInto(plan);
  EXPECT_EQ(plan.timeout_seconds, 600);
  EXPECT_THAT(plan.bench_arguments, testing::IsEmpty());
  MeasureRequest request;
  request.suite = "full";
  request.filter = "bcast";
  request.timeout = "30s";
  request.realtime = true;
  request.arguments = {"--passes", "2"};
  request.TakeInto(plan);
  EXPECT_EQ(plan.timeout_seconds, 30);
  EXPECT_THAT(plan.bench_arguments,
              ElementsAre("--suite=full", "--benchmark_filter=bcast", "--realtime", "--passes", "2"));
}

// `--filter ^allreduce` once measured 68 series, where the suite that is measured by default has 10 of them.
TEST(MeasureRequest, AFilterWithoutASuiteNarrowsTheDefaultOne) {
  const auto arguments_of = [](const MeasureRequest& request) {
    LaunchPlan plan;
    request.TakeInto(plan);
    return plan.bench_arguments;
  };
  MeasureRequest request;
  request.filter = "bcast";
  EXPECT_THAT(arguments_of(request), ElementsAre("--suite=default", "--benchmark_filter=bcast"));
  request.arguments = {"--series=^control/"};
  EXPECT_THAT(arguments_of(request), ElementsAre("--benchmark_filter=bcast", "--series=^control/"));
  request.arguments.clear();
  request.filter_narrows = false;
  EXPECT_THAT(arguments_of(request), ElementsAre("--benchmark_filter=bcast"));
}

}  // namespace
}  // namespace mpigauge
