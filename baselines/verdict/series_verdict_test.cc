#include "baselines/verdict/series_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

SeriesComparison Series(double low, double ratio, double high, double p) {
  SeriesComparison series;
  series.low = low;
  series.ratio = ratio;
  series.high = high;
  series.level = 0.96;
  series.p_adjusted = p;
  series.tolerance = 0.05;
  return series;
}

Verdict Decided(SeriesComparison series) {
  Decide(series, 0.05, 0.95);
  return series.verdict;
}

TEST(Verdict, ThreeStates) {
  EXPECT_EQ(Decided(Series(0.98, 1.00, 1.02, 0.5)), Verdict::kPass);
  EXPECT_EQ(Decided(Series(1.02, 1.08, 1.12, 0.001)), Verdict::kFail);
  EXPECT_EQ(Decided(Series(0.95, 1.00, 1.07, 0.5)), Verdict::kInconclusive);
}

// 50 equal series whose launches differ by half: some interval of 95% lies above any tolerance. Once that was a fail.
TEST(Verdict, AnIntervalAboveTheToleranceIsNoFailWhereTheSuiteExplainsIt) {
  SeriesComparison series = Series(1.06, 1.10, 1.15, 1);
  EXPECT_EQ(Decided(series), Verdict::kInconclusive);
  Decide(series, 0.05, 0.95);
  EXPECT_THAT(series.reason, testing::HasSubstr("not significant among all series (p 1)"));
  EXPECT_EQ(Decided(Series(1.06, 1.10, 1.15, 0.051)), Verdict::kInconclusive);
  EXPECT_EQ(Decided(Series(1.06, 1.10, 1.15, 0.049)), Verdict::kFail);
}

TEST(Verdict, ASmallSlowdownWithinTheToleranceIsNoFailHoweverSignificant) {
  EXPECT_EQ(Decided(Series(1.01, 1.02, 1.03, 1e-9)), Verdict::kPass);
  EXPECT_EQ(Decided(Series(1.01, 1.04, 1.06, 1e-9)), Verdict::kInconclusive);
}

TEST(Verdict, AnIntervalOfTooLittleConfidenceProvesNothing) {
  SeriesComparison three = Series(0.99, 1.0, 1.01, 0.5);
  three.level = 0.9;
  EXPECT_EQ(Decided(three), Verdict::kInconclusive);
  Decide(three, 0.05, 0.95);
  EXPECT_THAT(three.reason, testing::HasSubstr("allow an interval of 90.0%, 95% is asked for"));
}

TEST(Verdict, WhatHasNoTimesFailsOrIsInconclusive) {
  SeriesComparison series = Series(0.98, 1.00, 1.02, 0.5);
  series.why_broken = "error on rank 1";
  series.broken = Broken::kWrongData;
  EXPECT_EQ(Decided(series), Verdict::kFail);
  series.broken = Broken::kDoesNotWork;
  EXPECT_EQ(Decided(series), Verdict::kFail);
  series.broken = Broken::kNotMeasured;
  EXPECT_EQ(Decided(series), Verdict::kInconclusive);
  Decide(series, 0.05, 0.95);
  EXPECT_EQ(series.reason, "error on rank 1");
}

TEST(Verdict, ImprovementsAreSaid) {
  SeriesComparison faster = Series(0.85, 0.88, 0.92, 1);
  faster.p_faster_adjusted = 0.001;
  Decide(faster, 0.05, 0.95);
  EXPECT_EQ(faster.verdict, Verdict::kPass);
  EXPECT_TRUE(faster.improved);
}

TEST(Verdict, TheGateIsTheWorstOfTheSeries) {
  std::vector<SeriesComparison> all(3);
  for (auto& series : all) series.verdict = Verdict::kPass;
  EXPECT_EQ(GateVerdict(all), Verdict::kPass);
  all[1].verdict = Verdict::kInconclusive;
  EXPECT_EQ(GateVerdict(all), Verdict::kInconclusive);
  all[2].verdict = Verdict::kFail;
  EXPECT_EQ(GateVerdict(all), Verdict::kFail);
  EXPECT_EQ(GateVerdict(std::vector<SeriesComparison>()), Verdict::kInconclusive);
}

TEST(TakeImpact, TheWorseOfBothCounts) {
  const auto verdict = [](Verdict of_series, const char* of_impact) {
    Comparison comparison;
    comparison.series.emplace_back().verdict = of_series;
    comparison.verdict = of_series;
    ImpactSection impact;
    impact.verdict = of_impact;
    TakeImpact(impact, comparison);
    EXPECT_EQ(DecidedByImpact(comparison), comparison.verdict != of_series);
    return comparison.verdict;
  };
  EXPECT_EQ(verdict(Verdict::kPass, ""), Verdict::kPass);
  EXPECT_EQ(verdict(Verdict::kPass, "pass"), Verdict::kPass);
  EXPECT_EQ(verdict(Verdict::kPass, "inconclusive"), Verdict::kInconclusive);
  EXPECT_EQ(verdict(Verdict::kPass, "fail"), Verdict::kFail);
  EXPECT_EQ(verdict(Verdict::kInconclusive, "pass"), Verdict::kInconclusive);
  EXPECT_EQ(verdict(Verdict::kInconclusive, "fail"), Verdict::kFail);
  EXPECT_EQ(verdict(Verdict::kFail, "pass"), Verdict::kFail);
  EXPECT_EQ(verdict(Verdict::kFail, "inconclusive"), Verdict::kFail);
}

}  // namespace
}  // namespace mpigauge
