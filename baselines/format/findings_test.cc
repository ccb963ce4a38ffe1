#include "baselines/format/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// "allreduce" at these sizes, those in `failed` slower by `ratio`.
Comparison Allreduce(const std::vector<std::int64_t>& sizes, const std::set<std::int64_t>& failed, double ratio) {
  Comparison comparison;
  for (const std::int64_t bytes : sizes) {
    SeriesComparison series;
    series.case_name = "allreduce";
    series.parameters = {{"bytes", bytes}, {"ranks", 2}};
    series.verdict = failed.contains(bytes) ? Verdict::kFail : Verdict::kPass;
    series.tolerance = 0.05;
    series.ratio = failed.contains(bytes) ? ratio : 1;
    series.low = ratio - 0.03;
    series.high = ratio + 0.04;
    comparison.series.push_back(series);
  }
  comparison.verdict = failed.empty() ? Verdict::kPass : Verdict::kFail;
  return comparison;
}

std::vector<std::string> Texts(const Comparison& comparison) {
  std::vector<std::string> texts;
  for (const Finding& finding : Findings(comparison, GroupBySize(comparison.series))) {
    texts.push_back(finding.kind + ": " + finding.text);
  }
  return texts;
}

TEST(Findings, TheSizesOfACaseAreOneSentence) {
  EXPECT_THAT(
      Texts(Allreduce({8, 64, 4096}, {8, 64, 4096}, 1.203)),
      ElementsAre("fail: allreduce got slower at 8 B to 4 KiB (3 of 3 sizes), most at 8 B: by 20.3% [17.3%, 24.3%]."));
  EXPECT_THAT(Texts(Allreduce({8, 64, 4096}, {64}, 1.203)),
              ElementsAre("fail: allreduce got slower by 20.3% [17.3%, 24.3%] at 64 B (1 of 3 sizes)."));
}

TEST(Findings, SizesWithAGapAreNotCalledARange) {
  EXPECT_THAT(Texts(Allreduce({8, 64, 512}, {8, 512}, 1.2)),
              ElementsAre(HasSubstr("slower at 8 B and 512 B (2 of 3 sizes), most at ")));
  EXPECT_THAT(Texts(Allreduce({8, 64, 512, 4096}, {8, 64, 4096}, 1.2)),
              ElementsAre(HasSubstr("slower at 3 of 4 sizes between 8 B and 4 KiB, most at ")));
}

// A line once read "+58.8% to x3.00", with the interval of the worst size beside the range of all.
TEST(Findings, ALineHasOneUnitAndTheFiguresOfOneSize) {
  EXPECT_THAT(Texts(Allreduce({8}, {8}, 2.31)),
              ElementsAre("fail: allreduce got slower by 131.0% [128.0%, 135.0%] at 8 B."));
  Comparison comparison = Allreduce({8, 64, 4096}, {8, 64, 4096}, 1.588);
  comparison.series[1].ratio = 3;
  comparison.series[1].low = 2.9;
  comparison.series[1].high = 3.2;
  const Finding finding = Findings(comparison).at(0);
  EXPECT_EQ(finding.text,
            "allreduce got slower at 8 B to 4 KiB (3 of 3 sizes), most at 64 B: by 200.0% [190.0%, 220.0%].");
  EXPECT_EQ(ChangeText(comparison, finding), "+200.0% at 64 B");
  EXPECT_THAT(FindingsTable(comparison, {finding}, 1, false).Text(false),
              HasSubstr("8 B to 4 KiB (3 of 3 sizes)      2  +200.0% at 64 B  [+190.0%, +220.0%]"));
}

// A gate of 1505 series whose MPI_Win_allocate took thirteen times as long once began with tails of changes by 1%.
TEST(Findings, InconclusiveMediansComeBeforeTails) {
  Comparison comparison = Allreduce({8, 64}, {8, 64}, 1.01);
  comparison.series[1].ratio = 13;
  for (SeriesComparison& one : comparison.series) one.verdict = Verdict::kInconclusive;
  comparison.series[0].decided_by = DecidedBy::kTail;
  comparison.series[1].reason = "+1200%";
  comparison.verdict = Verdict::kInconclusive;
  EXPECT_THAT(Texts(comparison),
              ElementsAre(HasSubstr("is inconclusive at 64 B"), HasSubstr("may be slower in its tail at 8 B")));
}

// Its sentence once gave the figure of 4 KiB, +49.6%, and 1 MiB had +1203%.
TEST(Findings, InconclusiveSeriesHaveTheFigureOfTheWorstSize) {
  Comparison comparison = Allreduce({4096, 1048576}, {4096, 1048576}, 1.496);
  comparison.series[1].ratio = 13;
  comparison.series[0].reason = "+49.6% after 6+6 launches";
  comparison.series[1].reason = "+1203% after 6+6 launches";
  for (SeriesComparison& one : comparison.series) one.verdict = Verdict::kInconclusive;
  comparison.verdict = Verdict::kInconclusive;
  EXPECT_THAT(Texts(comparison),
              ElementsAre("inconclusive: allreduce is inconclusive at 4 KiB and 1 MiB (2 of 2 sizes), "
                          "most at 1 MiB: +1203% after 6+6 launches."));
}

TEST(Findings, WrongDataComeFirst) {
  Comparison comparison = Allreduce({8, 64}, {8, 64}, 1.2);
  comparison.series[1].ratio = std::nan("");
  comparison.series[1].broken = Broken::kWrongData;
  comparison.series[1].reason = "wrong data on rank 1: 7";
  EXPECT_THAT(Texts(comparison), ElementsAre("fail: allreduce fails at 64 B (1 of 2 sizes): wrong data on rank 1: 7.",
                                             StartsWith("fail: allreduce got slower by 20.0%")));
  EXPECT_EQ(VerdictSentence(comparison), "allreduce got slower or gave wrong data: 2 of 2 series fail.");
}

TEST(Findings, ASeriesWithoutTimesFailsWithItsReason) {
  Comparison comparison = Allreduce({8, 64}, {64}, 1.2);
  comparison.series[1].ratio = std::nan("");
  comparison.series[1].broken = Broken::kNoTimes;
  comparison.series[1].reason = "has a time in 10 of 10 launches of the baseline";
  EXPECT_THAT(Texts(comparison), ElementsAre("fail: allreduce fails at 64 B (1 of 2 sizes): has a time in 10 of 10 "
                                             "launches of the baseline."));
  EXPECT_EQ(VerdictSentence(comparison), "allreduce gave no times: 1 of 2 series fail.");
}

TEST(Findings, WaivedSeriesAreNamed) {
  Comparison comparison = Allreduce({8, 64}, {8}, 1.2);
  comparison.series[0].verdict = comparison.verdict = Verdict::kPass;
  comparison.series[0].waived = "up to +25.0% until 2026-12-31 by Ada: r";
  EXPECT_EQ(VerdictSentence(comparison), "All 2 series stayed within their tolerance of 5%, but for 1 that is waived.");
  EXPECT_THAT(Texts(comparison), ElementsAre("waived: allreduce got slower by 20.0% [17.0%, 24.0%] at 8 B (1 of 2 "
                                             "sizes), waived up to +25.0% until 2026-12-31 by Ada: r."));
}

TEST(Findings, NothingToSay) {
  EXPECT_THAT(Texts(Allreduce({8, 64}, {}, 1)), IsEmpty());
  EXPECT_EQ(VerdictSentence(Allreduce({8, 64}, {}, 1)),
            "Nothing got slower: all 2 series stayed within their tolerance of 5%.");
  EXPECT_EQ(VerdictSentence({}), "No series could be compared.");
}

TEST(Findings, AFamilyMayFailWhereNoSeriesDoes) {
  Comparison comparison = Allreduce({8, 64}, {}, 1);
  comparison.verdict = Verdict::kFail;
  comparison.families = {{"allreduce over bytes", {"a", "b"}, 1.03, 0.025, 0.001, Verdict::kFail, "+3.0% slower", ""}};
  EXPECT_EQ(VerdictSentence(comparison),
            "None of 2 series alone, but together: allreduce over bytes (2 series, +3.0%): +3.0% slower.");
}

TEST(Findings, ManyCasesAreCounted) {
  Comparison comparison = Allreduce({8}, {8}, 1.2);
  for (const char* name : {"bcast", "reduce", "scan", "gather"}) {
    comparison.series.push_back(comparison.series[0]);
    comparison.series.back().case_name = name;
  }
  EXPECT_THAT(VerdictSentence(comparison), StartsWith("allreduce, bcast, reduce and 2 more got slower"));
}

}  // namespace
}  // namespace mpigauge
