#include "baselines/verdict/settled_opinions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mpigauge {
namespace {

using testing::HasSubstr;

SeriesComparison Numbers(const std::string& name) {
  SeriesComparison series;
  series.name = name;
  series.ratio = 1.5;
  return series;
}

const SeriesComparison& Of(const Comparison& comparison, const std::string& name) {
  for (const SeriesComparison& series : comparison.series) {
    if (series.name == name) return series;
  }
  throw std::out_of_range(name);
}

// Three series of one family: stage 1 passes one; of those side by side one is slower by a half, one is equal.
class DecideAsSettledTest : public testing::Test {
 protected:
  DecideAsSettledTest() {
    comparison_.series = {Numbers("clear"), Numbers("slower"), Numbers("equal"), Numbers("wrong")};
    comparison_.series[3].verdict = Verdict::kFail;
    comparison_.series[3].why_broken = "wrong data on rank 1";
    comparison_.series[3].ratio = std::nan("");
    comparison_.series[3].broken = Broken::kWrongData;
    const std::vector<double> runs = {0, 0.001, 0.002, 0.001, 0, 0.002, 0.001, 0, 0.001, 0.002};
    suite_ = {{"clear", 0.05, {"all"}, runs}, {"slower", 0.05, {"all"}, runs}, {"equal", 0.05, {"all"}, runs}};
  }

  static std::vector<LaunchLogs> Launches(const LaunchRequest& request, const std::vector<double>& center) {
    std::vector<LaunchLogs> launches(static_cast<std::size_t>(request.launches_a_side));
    double noise = 0;
    for (LaunchLogs& launch : launches) {
      for (const std::size_t i : request.series) launch.push_back(center[i] + (noise += 1e-5));
    }
    return launches;
  }

  SuiteDecision Settled() {
    SuiteDecision decision(suite_, {});
    decision.Screen({{0.001, 0.4, 0.2}});
    for (auto request = decision.Next(); !request.series.empty(); request = decision.Next()) {
      decision.Add(Launches(request, {0, 0, 0}), Launches(request, {0, 0.4, 0}));
    }
    return decision;
  }

  std::vector<SuiteSeries> suite_;
  Comparison comparison_;
};

TEST_F(DecideAsSettledTest, VerdictsReasonsAndTheGate) {
  comparison_ = DecideAsSettled(Settled(), comparison_);
  const SeriesComparison& clear = Of(comparison_, "clear");
  EXPECT_EQ(clear.verdict, Verdict::kPass);
  EXPECT_EQ(clear.reason, "");
  EXPECT_NEAR(clear.ratio, 1, 0.001);
  EXPECT_LT(clear.high, 1.01);
  EXPECT_NEAR(clear.low * clear.high, clear.ratio * clear.ratio, 1e-9);
  EXPECT_NEAR(clear.level, 0.96, 1e-12);
  const SeriesComparison& slower = Of(comparison_, "slower");
  EXPECT_EQ(slower.verdict, Verdict::kFail);
  EXPECT_THAT(slower.reason, HasSubstr("+49.2% slower, tolerance 5%"));
  EXPECT_EQ(slower.ratio, 1.5);  // the numbers stay
  EXPECT_LE(slower.p_adjusted, 0.05);
  EXPECT_EQ(Of(comparison_, "equal").verdict, Verdict::kPass);
  EXPECT_EQ(Of(comparison_, "wrong").reason, "wrong data on rank 1");
  EXPECT_EQ(comparison_.verdict, Verdict::kFail);
  EXPECT_EQ(comparison_.decision->series.size(), 3u);
}

TEST_F(DecideAsSettledTest, CountedDifferencesFailThoughTimesPass) {
  comparison_.counted_differences = {{"clear", "sent_messages", 10, 10, 20, 20, true}};
  comparison_ = DecideAsSettled(Settled(), comparison_);
  EXPECT_EQ(Of(comparison_, "clear").verdict, Verdict::kFail);
  EXPECT_THAT(Of(comparison_, "clear").reason, HasSubstr("counted sent_messages 10 -> 20"));
}

TEST_F(DecideAsSettledTest, AFamilyIsNamedWithItsMembers) {
  comparison_ = DecideAsSettled(Settled(), comparison_);
  ASSERT_EQ(comparison_.families.size(), 1u);
  EXPECT_EQ(comparison_.families[0].name, "all");
  EXPECT_THAT(comparison_.families[0].members, testing::ElementsAre("clear", "slower", "equal"));
  EXPECT_NEAR(comparison_.families[0].tolerance, 0.025, 1e-12);
}

TEST_F(DecideAsSettledTest, RunsAloneFailWhatIsFarSlowerThanTheyDiffer) {
  SuiteDecision decision(suite_, {});
  decision.Screen({{0.001, 0.4, 0.055}});
  decision.DecideByRuns();
  comparison_ = DecideAsSettled(decision, comparison_);
  EXPECT_THAT(Of(comparison_, "slower").reason, HasSubstr("slower than 10 runs, which differ by"));
  EXPECT_EQ(Of(comparison_, "clear").verdict, Verdict::kPass);
}

// Launches of a side differ by 2% each, the candidate's are 3% slower: six of them prove neither.
TEST_F(DecideAsSettledTest, InconclusiveSeriesNameTheOptionForMoreLaunches) {
  SuiteDecision decision(suite_, {});
  std::vector<LaunchLogs> before;
  std::vector<LaunchLogs> after;
  for (int i = 0; i < decision.Next().launches_a_side; ++i) {
    before.emplace_back(3, 0.02 * i);
    after.emplace_back(3, 0.02 * i + 0.03);
  }
  decision.Add(before, after);
  decision.Stop();
  comparison_ = DecideAsSettled(decision, comparison_);
  for (const char* name : {"clear", "slower", "equal"}) {
    EXPECT_EQ(Of(comparison_, name).verdict, Verdict::kInconclusive) << name;
    EXPECT_THAT(Of(comparison_, name).reason, HasSubstr("neither slower nor within 5% is proved")) << name;
    EXPECT_THAT(Of(comparison_, name).reason, HasSubstr("--max-launches")) << name;
  }
}

// Three series and a family: each p of stage 1 is multiplied by four.
TEST_F(DecideAsSettledTest, PIsCorrectedOverSeriesAndFamilies) {
  SuiteDecision decision(suite_, {});
  decision.Screen({{0.001, 0.4, 0.0035}});
  decision.DecideByRuns();
  comparison_ = DecideAsSettled(decision, comparison_);
  for (const auto& settled : decision.Series()) {
    const double p = settled.screen->p_slower;
    EXPECT_EQ(Of(comparison_, settled.name).p_slower, p) << settled.name;
    EXPECT_DOUBLE_EQ(Of(comparison_, settled.name).p_adjusted, std::min(1.0, 4 * p)) << settled.name;
  }
  EXPECT_LT(Of(comparison_, "equal").p_slower, 0.25);
  EXPECT_EQ(comparison_.families[0].p_slower, decision.Families()[0].screen->p_slower);
}

TEST_F(DecideAsSettledTest, PSideBySideIsScaledToAlpha) {
  const SuiteDecision decision = Settled();
  comparison_ = DecideAsSettled(decision, comparison_);
  const Look& look = decision.Series()[1].looks.back();
  EXPECT_DOUBLE_EQ(Of(comparison_, "slower").p_adjusted, look.p_slower * 0.05 / look.fail_level);
  EXPECT_EQ(Of(comparison_, "slower").p_slower, look.p_slower);
  EXPECT_EQ(comparison_.families[0].p_slower, decision.Families()[0].looks.back().p_slower);
  EXPECT_DOUBLE_EQ(comparison_.families[0].ratio, std::exp(decision.Families()[0].looks.back().change));
}

TEST_F(DecideAsSettledTest, RunsThatCannotDecideSayWhy) {
  for (const std::size_t runs : {9U, 10U}) {
    for (SuiteSeries& series : suite_) series.run_values.resize(runs);
    SuiteDecision decision(suite_, {});
    decision.Screen({{0.001, 0.0035, std::nan("")}});
    decision.DecideByRuns();
    const Comparison decided = DecideAsSettled(decision, comparison_);
    const bool few = runs < 10;
    EXPECT_EQ(Of(decided, "clear").verdict, few ? Verdict::kInconclusive : Verdict::kPass);
    EXPECT_EQ(Of(decided, "clear").reason,
              few ? "9 comparable runs are stored, 10 are needed; not settled side by side" : "");
    EXPECT_EQ(Of(decided, "equal").reason, "the new run has no value; not settled side by side");
    EXPECT_EQ(decided.verdict, Verdict::kFail);  // by wrong data, which no run explains
  }
}

TEST_F(DecideAsSettledTest, SeriesThatWereNeverMeasuredSideBySideAreInconclusive) {
  SuiteDecision decision(suite_, {});
  decision.Stop();
  comparison_ = DecideAsSettled(decision, comparison_);
  EXPECT_EQ(Of(comparison_, "clear").verdict, Verdict::kInconclusive);
  EXPECT_EQ(Of(comparison_, "clear").reason, "nothing was measured side by side");
  EXPECT_EQ(comparison_.families[0].verdict, Verdict::kInconclusive);
}

}  // namespace
}  // namespace mpigauge
