// Real libraries, real launches. The slowdown is so large that the machine's noise does not matter.
#include "ci/gate/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GateTest : public testing::Test {
 protected:
  GateTest() : store_(OpenStore()) {
    options_.campaign.launches = 5;
    options_.compare.tolerance = Tolerance::Parse({"300%"});  // equal libraries pass on the noisiest machine
  }

  static Store OpenStore() {
    const std::string path = testing::TempDir() + "/gate.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
    return Store::Open(path, Store::Access::kWrite);
  }

  static LaunchPlan Plain() {
    LaunchPlan plan;
    plan.bench = std::filesystem::absolute("benchmarks/mpigauge-bench");
    plan.bench_arguments = {"--passes", "3", "--benchmark_filter=^(allreduce|bcast)/bytes:8/|spin"};
    return plan;
  }

  static LaunchPlan Slowed() {
    LaunchPlan plan = Plain();
    plan.library.label = "slowed";
    plan.library.preload = {std::filesystem::absolute("harness/inject/libmpigauge_slow.so")};
    plan.library.environment = {{"MPIGAUGE_SLOW", "MPI_Allreduce:+1ms"}};
    return plan;
  }

  static std::vector<std::string> Failed(const GateAnswer& answer) {
    std::vector<std::string> names;
    for (const auto& series : answer.comparison.series) {
      if (series.verdict == Verdict::kFail) names.push_back(series.name);
    }
    return names;
  }

  Store store_;
  GateOptions options_;
};

TEST_F(GateTest, SideBySideNamesTheSlowedSeriesAndNoOther) {
  const GateAnswer answer = GateSideBySide(store_, Plain(), Slowed(), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  EXPECT_THAT(Failed(answer), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_GT(answer.comparison.series[0].low, 4);
  EXPECT_EQ(answer.comparison.candidate, "slowed");
  KeepGate(store_, answer, "side by side");
  EXPECT_EQ(store_.Gates(10)[0].verdict, "fail");
}

TEST_F(GateTest, AStoredBaselineScreensAndWhatItCannotPassIsSettledSideBySide) {
  const CampaignRun baseline = RunCampaign({Plain()}, options_.campaign, store_)[0];
  store_.SetBaseline("release", {baseline.run_id}, "");
  const GateAnswer equal = GateAgainstStored(store_, "release", Plain(), options_);
  EXPECT_EQ(equal.comparison.verdict, Verdict::kPass);
  EXPECT_THAT(Failed(equal), IsEmpty());
  EXPECT_EQ(store_.Runs().size(), 2u);  // nothing had to be settled

  const GateAnswer slowed = GateAgainstStored(store_, "release", Slowed(), options_);
  EXPECT_THAT(Failed(slowed), ElementsAre("allreduce/bytes:8/ranks:2"));
  EXPECT_THAT(slowed.comparison.notes, testing::Contains(HasSubstr("1 of 2 series could not be passed")));
  EXPECT_EQ(store_.Runs().size(), 5u);

  options_.settle = false;
  const GateAnswer again = GateStoredRun(store_, "release", slowed.candidate_run_id, options_);
  EXPECT_THAT(Failed(again), ElementsAre("allreduce/bytes:8/ranks:2"));
}

TEST_F(GateTest, AnUnknownBaselineCostsNoTime) {
  EXPECT_THROW(GateAgainstStored(store_, "nothing", Plain(), options_), Error);
  EXPECT_THAT(store_.Runs(), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
