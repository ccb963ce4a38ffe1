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
  EXPECT_EQ(Decided(Series(1.06, 1.10, 1.15, 0.05)), Verdict::kFail);
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

// Faster by less than the tolerance, or by more and not significantly.
TEST(Verdict, NotEveryFasterSeriesImproved) {
  SeriesComparison little = Series(0.95, 0.96, 0.97, 1);
  little.p_faster_adjusted = 0.001;
  SeriesComparison chance = Series(0.85, 0.88, 0.92, 1);
  chance.p_faster_adjusted = 0.051;
  for (SeriesComparison* series : {&little, &chance}) {
    Decide(*series, 0.05, 0.95);
    EXPECT_EQ(series->verdict, Verdict::kPass);
    EXPECT_FALSE(series->improved);
  }
}

// 105 of 100 is within 5%, 106 is not. Memory and figures that vary are no work.
TEST(FailCounted, WorkThatGrewByMoreThanTheTolerance) {
  SeriesComparison series = Series(0.98, 1, 1.02, 1);
  series.name = "bcast";
  CountedDifference counted{"bcast", "sent_messages", 100, 100, 106, 106, true};
  EXPECT_TRUE(GrewTooMuch(counted, series));
  counted.candidate_low = counted.candidate_high = 105;
  EXPECT_FALSE(GrewTooMuch(counted, series));
  EXPECT_FALSE(GrewTooMuch({"reduce", "sent_messages", 100, 100, 106, 106, true}, series));
  EXPECT_FALSE(GrewTooMuch({"bcast", "sent_messages", 100, 100, 106, 106, false}, series));
  EXPECT_FALSE(GrewTooMuch({"bcast", "resident_bytes", 100, 100, 106, 106, true}, series));
}

TEST(FailCounted, ReplacesTheReasonOfWhatDidNotFailAndIsSaidOnce) {
  std::vector<SeriesComparison> series = {Series(0.98, 1, 1.02, 1), Series(1.1, 1.2, 1.3, 0)};
  series[0].name = "open";
  series[0].reason = "anything is possible";
  series[0].improved = true;
  series[1].name = "failed";
  series[1].verdict = Verdict::kFail;
  series[1].reason = "+20.0% slower";
  const std::vector<CountedDifference> counted = {{"open", "sent_messages", 100, 100, 110, 110, true},
                                                  {"failed", "sent_messages", 100, 100, 110, 110, true}};
  FailCounted(counted, series);
  FailCounted(counted, series);
  EXPECT_EQ(series[0].verdict, Verdict::kFail);
  EXPECT_FALSE(series[0].improved);
  EXPECT_EQ(series[0].reason, "counted sent_messages 100 -> 110, tolerance 5%");
  EXPECT_EQ(series[1].reason, "+20.0% slower; counted sent_messages 100 -> 110, tolerance 5%");
}

TEST(DoubtFaulty, OnlyAPassIsDoubted) {
  std::vector<SeriesComparison> series(3);
  series[0].verdict = Verdict::kPass;
  series[1].verdict = Verdict::kFail;
  series[1].reason = "slower";
  series[2].verdict = Verdict::kPass;
  for (const std::size_t faulty : {0u, 1u}) series[faulty].faults = "error in 3 of 10 launches";
  series[0].improved = true;
  DoubtFaulty(series);
  EXPECT_EQ(series[0].verdict, Verdict::kInconclusive);
  EXPECT_EQ(series[0].reason, "error in 3 of 10 launches");
  EXPECT_FALSE(series[0].improved);
  EXPECT_EQ(series[1].verdict, Verdict::kFail);
  EXPECT_EQ(series[1].reason, "slower");
  EXPECT_EQ(series[2].verdict, Verdict::kPass);
}

TEST(SortWorstFirst, FailsThenOpenOnesThenPassesEachFromTheSlowestOn) {
  std::vector<SeriesComparison> series;
  const auto add = [&](const char* name, Verdict verdict, double ratio) -> SeriesComparison& {
    SeriesComparison& one = series.emplace_back();
    one.name = name;
    one.verdict = verdict;
    one.ratio = ratio;
    return one;
  };
  add("passes", Verdict::kPass, 1.04);
  add("open", Verdict::kInconclusive, 1.01);
  add("slower", Verdict::kFail, 1.1);
  add("slowest", Verdict::kFail, 3);
  add("passes faster", Verdict::kPass, 0.9);
  add("broken", Verdict::kFail, 1).broken = Broken::kDoesNotWork;
  SortWorstFirst(series);
  std::vector<std::string> names;
  for (const SeriesComparison& one : series) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("broken", "slowest", "slower", "open", "passes", "passes faster"));
}

Comparison Judged(Verdict of_series, Verdict of_losses) {
  Comparison comparison;
  comparison.series.emplace_back().verdict = of_series;
  comparison.losses = {"2 of 10", of_losses};
  comparison.verdict = GateVerdict(comparison);
  return comparison;
}

TEST(DecidedByLosses, WhereTheyAreWorseThanTheSeries) {
  EXPECT_TRUE(DecidedByLosses(Judged(Verdict::kPass, Verdict::kFail)));
  EXPECT_TRUE(DecidedByLosses(Judged(Verdict::kPass, Verdict::kInconclusive)));
  EXPECT_FALSE(DecidedByLosses(Judged(Verdict::kFail, Verdict::kInconclusive)));
  EXPECT_FALSE(DecidedByLosses(Judged(Verdict::kFail, Verdict::kFail)));
  EXPECT_EQ(Judged(Verdict::kPass, Verdict::kFail).verdict, Verdict::kFail);
  EXPECT_EQ(Judged(Verdict::kFail, Verdict::kInconclusive).verdict, Verdict::kFail);
}

TEST(IsExplained, WhereSomethingThatIsCountedHasTheVerdict) {
  EXPECT_TRUE(IsExplained(Judged(Verdict::kFail, Verdict::kPass)));
  EXPECT_TRUE(IsExplained(Judged(Verdict::kPass, Verdict::kFail)));
  Comparison untold = Judged(Verdict::kPass, Verdict::kFail);
  untold.losses.text.clear();
  EXPECT_FALSE(IsExplained(untold));
  untold.families.emplace_back().verdict = Verdict::kFail;
  EXPECT_TRUE(IsExplained(untold));
  Comparison nothing;
  EXPECT_FALSE(IsExplained(nothing));
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
