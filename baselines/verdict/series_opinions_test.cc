#include "baselines/verdict/series_opinions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>

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

Opinion Of(const SeriesComparison& series) { return OpinionOfMedians(series, 0.05, 0.95); }

Verdict Decided(const SeriesComparison& series) { return Of(series).verdict; }

TEST(Verdict, ThreeStates) {
  EXPECT_EQ(Decided(Series(0.98, 1.00, 1.02, 0.5)), Verdict::kPass);
  EXPECT_EQ(Decided(Series(1.02, 1.08, 1.12, 0.001)), Verdict::kFail);
  EXPECT_EQ(Decided(Series(0.95, 1.00, 1.07, 0.5)), Verdict::kInconclusive);
}

// 50 equal series whose launches differ by half: some interval of 95% lies above any tolerance. Once that was a fail.
TEST(Verdict, AnIntervalAboveTheToleranceIsNoFailWhereTheSuiteExplainsIt) {
  const SeriesComparison series = Series(1.06, 1.10, 1.15, 1);
  EXPECT_EQ(Decided(series), Verdict::kInconclusive);
  EXPECT_THAT(Of(series).reason, testing::HasSubstr("not significant among all series (p 1)"));
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
  EXPECT_THAT(Of(three).reason, testing::HasSubstr("allow an interval of 90.0%, 95% is asked for"));
}

TEST(Verdict, SeriesWithoutTimesFailOrAreInconclusive) {
  SeriesComparison series = Series(0.98, 1.00, 1.02, 0.5);
  series.why_broken = "error on rank 1";
  series.broken = Broken::kWrongData;
  EXPECT_EQ(Decided(series), Verdict::kFail);
  series.broken = Broken::kDoesNotWork;
  EXPECT_EQ(Decided(series), Verdict::kFail);
  series.broken = Broken::kNotMeasured;
  EXPECT_EQ(Decided(series), Verdict::kInconclusive);
  EXPECT_EQ(Of(series).reason, "error on rank 1");
  EXPECT_EQ(Of(series).source, Source::kNoTimes);
}

TEST(Verdict, ImprovementsAreSaid) {
  SeriesComparison faster = Series(0.85, 0.88, 0.92, 1);
  faster.p_faster_adjusted = 0.001;
  EXPECT_EQ(Decided(faster), Verdict::kPass);
  EXPECT_TRUE(Of(faster).improved);
}

// Faster by less than the tolerance, or by more and not significantly.
TEST(Verdict, NotEveryFasterSeriesImproved) {
  SeriesComparison little = Series(0.95, 0.96, 0.97, 1);
  little.p_faster_adjusted = 0.001;
  SeriesComparison chance = Series(0.85, 0.88, 0.92, 1);
  chance.p_faster_adjusted = 0.051;
  for (const SeriesComparison& series : {little, chance}) {
    EXPECT_EQ(Decided(series), Verdict::kPass);
    EXPECT_FALSE(Of(series).improved);
  }
}

// 105 of 100 is within 5%, 106 is not. Memory and figures that vary are no work.
TEST(GrewTooMuch, WorkThatGrewByMoreThanTheTolerance) {
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

TEST(OpinionsOf, AreInTheirOrderAndCountedDifferencesFail) {
  SeriesComparison series = Series(0.98, 1, 1.02, 1);
  series.name = "bcast";
  series.faults = "error in 3 of 10 launches";
  const std::vector<CountedDifference> differences = {{"bcast", "sent_messages", 100, 100, 110, 110, true},
                                                      {"bcast", "sent_bytes", 100, 100, 104, 104, true},
                                                      {"reduce", "sent_messages", 100, 100, 110, 110, true}};
  const CountedBySeries counted = BySeries(differences);
  const Opinion of_tail{Source::kTail, Verdict::kFail, "33%", "33%"};
  const std::vector<Opinion> all = OpinionsOf(series, Of(series), counted, of_tail);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].source, Source::kMedian);
  EXPECT_EQ(all[1].source, Source::kCount);
  EXPECT_EQ(all[1].verdict, Verdict::kFail);
  EXPECT_EQ(all[1].reason, "counted sent_messages 100 -> 110, tolerance 5%");
  EXPECT_EQ(all[1].remark, all[1].reason);
  EXPECT_EQ(all[2].source, Source::kFaults);
  EXPECT_EQ(all[2].verdict, Verdict::kInconclusive);
  EXPECT_EQ(all[2].reason, "error in 3 of 10 launches");
  EXPECT_EQ(all[3].source, Source::kTail);
  series.faults.clear();
  series.name = "scan";
  EXPECT_EQ(OpinionsOf(series, Of(series), counted, std::nullopt).size(), 1U);
}

// A tolerance and a tick of a quarter each: limits that binary numbers have exactly.
SeriesComparison Quarter(double low, double ratio, double high, bool with_tick = false) {
  SeriesComparison series = Series(low, ratio, high, 0.05);
  series.tolerance = 0.25;
  series.level = 0.95;
  series.baseline_median = series.candidate_median = 4;
  series.resolution_seconds = with_tick ? 1 : 0;
  return series;
}

TEST(Verdict, SlowdownEqualToToleranceNeitherPassesNorFails) {
  struct Row {
    SeriesComparison series;
    Verdict verdict;
  };
  const Row rows[] = {{Quarter(1.1, 1.25, 1.5), Verdict::kInconclusive},
                      {Quarter(1.1, 1.26, 1.5), Verdict::kFail},
                      {Quarter(0.9, 1.0, 1.25), Verdict::kInconclusive},
                      {Quarter(0.9, 1.0, 1.24), Verdict::kPass},
                      {Quarter(1.3, 1.5625, 1.6, true), Verdict::kInconclusive},  // slower by the tolerance and a tick
                      {Quarter(1.3, 1.57, 1.6, true), Verdict::kFail}};
  for (const Row& row : rows) EXPECT_EQ(Decided(row.series), row.verdict) << row.series.ratio << " " << row.series.high;
}

TEST(Verdict, IntervalsNeedTheConfidenceThatIsAskedForOrMore) {
  for (const auto& [level, passes] : {std::pair(0.95, true), {0.95 - 1e-10, true}, {0.949, false}, {0.96, true}}) {
    SeriesComparison series = Quarter(0.9, 1.0, 1.1);
    series.level = level;
    EXPECT_EQ(Decided(series) == Verdict::kPass, passes) << level;
  }
}

TEST(Verdict, FasterByTheToleranceAloneIsNoImprovement) {
  for (const auto& [ratio, p, improved] :
       {std::tuple(0.8, 0.01, false), {0.79, 0.01, true}, {0.79, 0.05, true}, {0.79, 0.0501, false}}) {
    SeriesComparison series = Quarter(0.7, ratio, 0.9);
    series.p_faster_adjusted = p;
    EXPECT_EQ(Of(series).improved, improved) << ratio << " " << p;
  }
}

TEST(Verdict, OnlyAnIntervalWhollyAboveTheLimitIsCalledSlower) {
  for (const auto& [low, slower] : {std::pair(1.25, false), {1.26, true}}) {
    SeriesComparison series = Quarter(low, 1.3, 1.5);
    series.p_adjusted = 0.06;
    EXPECT_EQ(Of(series).reason.find("slower by itself") != std::string::npos, slower) << low;
  }
}

TEST(LimitIsWithinTick, HoldsUpToATickFromTheEstimateAndItsInterval) {
  struct Row {
    double low, ratio, high;
    bool within;
  };
  const Row rows[] = {{1.2, 1.5, 1.6, true},   {1.19, 1.5, 1.6, false},  {1.25, 1.5625, 1.6, true},
                      {1.5, 1.6, 1.7, false},  {0.9, 1.0, 1.25, true},   {0.9, 1.0, 1.26, false},
                      {0.9, 0.99, 1.1, false}, {0.9, 1.25, 1.5625, true}};
  for (const Row& row : rows) {
    EXPECT_EQ(LimitIsWithinTick(Quarter(row.low, row.ratio, row.high, true)), row.within)
        << row.low << " " << row.ratio;
  }
}

TEST(WithinTickText, NamesTheTickAndTheShorterTime) {
  SeriesComparison series = Quarter(1.1, 1.25, 1.5, true);
  series.baseline_median = 5;
  EXPECT_EQ(WithinTickText(series),
            "+25.0% with a timer that tells times of 4.00 s apart by 1.00 s: a tick is +25.0%, tolerance 25%; longer "
            "loops (--observation-time) or a finer --timer decide");
}

}  // namespace
}  // namespace mpigauge
