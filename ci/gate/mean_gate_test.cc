// Whole gates of libraries of which a few calls take very long.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/gate/played_gates.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MeanGateTest : public PlayedGates {
 protected:
  MeanGateTest() {
    host_.launches_differ = 0.01;
    host_.turns = true;
    host_.times = [this](const std::string& library, const std::string& series, int /*launch*/, double median,
                         std::mt19937_64& random) { return Times(library, series, median, random); };
  }

  // 400 calls of a launch; of the candidate's allreduces every 200th takes longer.
  std::vector<double> Times(const std::string& library, const std::string& series, double median,
                            std::mt19937_64& random) const {
    std::uniform_real_distribution<double> chance(0, 1);
    const bool worse = library == "new" && (everywhere_ || series == kAllreduce);
    std::vector<double> times;
    for (int i = 0; i < 400; ++i) {
      const bool rare = worse && i % 200 == 100;
      times.push_back(median * (1 + 0.05 * chance(random)) + (rare ? more_ : 0));
    }
    return times;
  }

  double more_ = 1e-3;
  bool everywhere_ = false;  // not in allreduce alone, in the control, too
};

TEST_F(MeanGateTest, AMillisecondMoreInEvery200thCallFails) {
  const GateAnswer answer = SideBySideGate();
  ASSERT_THAT(Failed(answer), ElementsAre(kAllreduce));
  const SeriesComparison& failed = answer.comparison.series[0];
  EXPECT_EQ(failed.decided_by, DecidedBy::kMean);
  EXPECT_NEAR(failed.ratio, 1, 0.03);
  EXPECT_THAT(failed.reason, HasSubstr("us in the mean (baseline 2.0"));
  EXPECT_NEAR(failed.mean.candidate_seconds, 7e-6, 0.3e-6);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kFail);
  // It was asked for again, up to the last look, and what is well was not.
  EXPECT_THAT(host_.asked.back(), ElementsAre(kAllreduce, kControl));
  EXPECT_EQ(failed.candidate_seconds.size(), 20u);
}

TEST_F(MeanGateTest, AStoredBaselineLeavesItToLaunchesSideBySide) {
  StoreBaseline(10);
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_THAT(Failed(answer), ElementsAre(kAllreduce));
  EXPECT_EQ(answer.comparison.series[0].decided_by, DecidedBy::kMean);
  EXPECT_FALSE(answer.baseline_run_id.empty());
}

TEST_F(MeanGateTest, StoredRunsAloneDoNotPassIt) {
  StoreBaseline(10);
  options_.settle = false;
  const GateAnswer answer = GateAgainstStored(store_, "release", Plan("new"), options_);
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
  EXPECT_EQ(answer.comparison.series[0].name, kAllreduce);
  EXPECT_EQ(answer.comparison.series[0].decided_by, DecidedBy::kMean);
}

TEST_F(MeanGateTest, MeanOfAControlMakesTheVerdictInconclusive) {
  everywhere_ = true;
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kInconclusive);
  EXPECT_THAT(answer.comparison.series[0].reason, HasSubstr("the mean of spin/operations:1000 is larger, too"));
}

// 20 us in every 200th call are 5% of 2 us, which is within the tolerance of means.
TEST_F(MeanGateTest, AMeanWithinItsTolerancePasses) {
  more_ = 20e-6;
  const GateAnswer answer = SideBySideGate();
  EXPECT_EQ(answer.comparison.verdict, Verdict::kPass);
  EXPECT_THAT(Failed(answer), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
