#include "baselines/compare/comparison.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "baselines/compare/comparison_json.h"

namespace mpigauge {
namespace {

// Stores and JSON files have these words: a changed one can no longer be read.
TEST(Comparison, EachNameIsReadBack) {
  const std::pair<TestMethod, const char*> methods[] = {
      {TestMethod::kRankSum, "rank-sum"},
      {TestMethod::kGroupSequential, "group-sequential rank-sum"},
      {TestMethod::kRuns, "prediction interval over runs"},
      {TestMethod::kRunsThenGroupSequential, "prediction interval over runs, then group-sequential rank-sum"},
  };
  for (const auto& [method, name] : methods) {
    EXPECT_EQ(MethodName(method), name);
    EXPECT_EQ(MethodFromName(name), method);
  }
  const std::pair<Broken, const char*> reasons[] = {{Broken::kNo, ""},
                                                    {Broken::kWrongData, "wrong data"},
                                                    {Broken::kDoesNotWork, "broken"},
                                                    {Broken::kNotMeasured, "not measured"},
                                                    {Broken::kNoTimes, "no times"}};
  for (const auto& [reason, name] : reasons) {
    EXPECT_EQ(BrokenName(reason), name);
    EXPECT_EQ(BrokenFromName(name), reason);
  }
  const std::pair<DecidedBy, const char*> figures[] = {
      {DecidedBy::kMedian, "median"}, {DecidedBy::kFloor, "floor"}, {DecidedBy::kTail, "tail"}};
  for (const auto& [figure, name] : figures) {
    EXPECT_EQ(DecidedByName(figure), name);
    EXPECT_EQ(DecidedByFromName(name), figure);
  }
  const std::pair<Verdict, const char*> verdicts[] = {
      {Verdict::kPass, "pass"}, {Verdict::kFail, "fail"}, {Verdict::kInconclusive, "inconclusive"}};
  for (const auto& [verdict, name] : verdicts) {
    EXPECT_EQ(VerdictName(verdict), name);
    EXPECT_EQ(VerdictFromName(name), verdict);
  }
}

TEST(Comparison, CountsVerdictsAndWaivers) {
  Comparison comparison;
  comparison.series.resize(4);
  comparison.series[0].verdict = Verdict::kFail;
  comparison.series[1].verdict = Verdict::kPass;
  comparison.series[2].verdict = Verdict::kPass;
  comparison.series[2].waived = "until 2026-12-24";
  comparison.series[3].name = "bcast";
  EXPECT_EQ(comparison.Count(Verdict::kPass), 2u);
  EXPECT_EQ(comparison.Count(Verdict::kFail), 1u);
  EXPECT_EQ(comparison.Count(Verdict::kInconclusive), 1u);
  EXPECT_EQ(comparison.CountWaived(), 1u);
  EXPECT_EQ(SeriesOf(comparison), (std::set<std::string>{"", "bcast"}));
}

// An unreadable verdict must not be read as a pass.
TEST(Comparison, UnknownNamesAreErrors) {
  for (const char* name : {"", "Pass", "passes", "unknown", "median "}) {
    EXPECT_THROW(VerdictFromName(name), Error) << name;
    EXPECT_THROW(DecidedByFromName(name), Error) << name;
    EXPECT_THROW(MethodFromName(name), Error) << name;
  }
  EXPECT_THROW(BrokenFromName("Broken"), Error);
}

TEST(Comparison, CountsAndReasonsComeBackFromJson) {
  Comparison comparison;
  comparison.counted_differences = {{"bcast", "sent_messages", 1, 2, 3, 4, true}};
  comparison.series.resize(2);
  for (SeriesComparison& series : comparison.series) series.reason = "why";
  comparison.series[1].broken = Broken::kNoTimes;
  comparison.series[0].stretched = {true, 1e-6, 0.1, 0.2, 0.3, 0.4, 0.5};
  const Comparison back = ComparisonFromJson(ToJson(comparison), "text");
  ASSERT_EQ(back.counted_differences.size(), 1U);
  const CountedDifference& counted = back.counted_differences[0];
  EXPECT_EQ(counted.baseline_low, 1);
  EXPECT_EQ(counted.baseline_high, 2);
  EXPECT_EQ(counted.candidate_low, 3);
  EXPECT_EQ(counted.candidate_high, 4);
  EXPECT_TRUE(counted.exact);
  EXPECT_EQ(back.series[0].why_broken, "");
  EXPECT_EQ(back.series[1].why_broken, "why");
  EXPECT_TRUE(back.series[0].stretched.known);
  EXPECT_EQ(back.series[0].stretched.most_of_runs, 0.3);
  EXPECT_FALSE(back.series[1].stretched.known);
}

}  // namespace
}  // namespace mpigauge
