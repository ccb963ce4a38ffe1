#include "baselines/format/phrases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace mpigauge {
namespace {

SeriesComparison Series(const std::string& case_name, Verdict verdict, double tolerance = 0.05) {
  SeriesComparison series;
  series.name = series.case_name = case_name;
  series.verdict = verdict;
  series.tolerance = tolerance;
  return series;
}

TEST(FailedCases, AreNamedOnceAndAtMostThreeOfThem) {
  Comparison comparison;
  comparison.series = {Series("allreduce", Verdict::kFail), Series("allreduce", Verdict::kFail),
                       Series("bcast", Verdict::kPass)};
  EXPECT_EQ(FailedCases(comparison), "allreduce");
  comparison.series.push_back(Series("reduce", Verdict::kFail));
  EXPECT_EQ(FailedCases(comparison), "allreduce and reduce");
  comparison.series.push_back(Series("scan", Verdict::kFail));
  EXPECT_EQ(FailedCases(comparison), "allreduce, reduce and scan");
  comparison.series.push_back(Series("gather", Verdict::kFail));
  EXPECT_EQ(FailedCases(comparison), "allreduce, reduce, scan and 1 more");
  EXPECT_EQ(FailedCases(Comparison()), "");
}

TEST(ToleranceText, StartUpCountsWhereThereIsNothingElse) {
  Comparison comparison;
  comparison.series = {Series("init", Verdict::kPass, 0.65)};
  comparison.series[0].family = "start-up";
  EXPECT_EQ(ToleranceText(comparison), "65%");
  comparison.series.push_back(Series("bcast", Verdict::kPass));
  EXPECT_EQ(ToleranceText(comparison), "5%");
}

TEST(PText, HasThreeDigitsWhereThoseSaySomething) {
  EXPECT_EQ(PText(1), "1.000");
  EXPECT_EQ(PText(0.0344), "0.034");
  EXPECT_EQ(PText(0.001), "0.001");
  EXPECT_EQ(PText(0.0009), "9e-04");
  EXPECT_EQ(PText(1e-5), "1e-05");
}

TEST(VerdictWord, NamesTheDecidingTestWhereItIsNotTheMedian) {
  SeriesComparison series = Series("bcast", Verdict::kPass);
  EXPECT_EQ(VerdictWord(series), "pass");
  series.decided_by = DecidedBy::kFloor;
  EXPECT_EQ(VerdictWord(series), "pass (floor)");
  series.decided_by = DecidedBy::kMedian;
  series.improved = true;
  EXPECT_EQ(VerdictWord(series), "faster");
  series.waived = "until 2026-12-24";
  EXPECT_EQ(VerdictWord(series), "waived");
  SeriesComparison slower = Series("bcast", Verdict::kFail);
  slower.reason = "33% of observations";
  EXPECT_EQ(VerdictWord(slower), "fail");
  EXPECT_EQ(ReasonText(slower), "33% of observations");
  slower.decided_by = DecidedBy::kTail;
  EXPECT_EQ(VerdictWord(slower), "fail (tail)");
  EXPECT_EQ(ReasonText(slower), "fail (tail): 33% of observations");
  slower.verdict = Verdict::kInconclusive;
  EXPECT_EQ(VerdictWord(slower), "inconclusive (tail)");
}

TEST(ToleranceText, IsOneShareOrARange) {
  Comparison comparison;
  EXPECT_EQ(ToleranceText(comparison), "");
  EXPECT_EQ(TolerancePhrase("its", comparison), "its tolerance");
  comparison.series = {Series("bcast", Verdict::kPass), Series("scan", Verdict::kPass, 0)};
  EXPECT_EQ(ToleranceText(comparison), "5%");
  comparison.series.push_back(Series("reduce", Verdict::kPass, 0.1));
  comparison.series.push_back(Series("gather", Verdict::kPass, 0.03));
  EXPECT_EQ(ToleranceText(comparison), "3% to 10%");
  EXPECT_EQ(TolerancePhrase("its", comparison), "its tolerance of 3% to 10%");
}

TEST(DetectableText, IsADashWhereNoSlowdownCanBeShown) {
  SeriesComparison series;
  EXPECT_EQ(DetectableText(series), "-");
  series.detectable_ratio = std::numeric_limits<double>::infinity();
  EXPECT_EQ(DetectableText(series), "-");
  series.detectable_ratio = 1.075;
  EXPECT_EQ(DetectableText(series), "+7.5%");
}

TEST(OpenText, CountsSeriesAndElseNamesFamilies) {
  Comparison comparison;
  comparison.series = {Series("bcast", Verdict::kPass), Series("scan", Verdict::kPass)};
  EXPECT_EQ(OpenText(comparison), "");
  comparison.families.emplace_back().verdict = Verdict::kFail;
  EXPECT_EQ(OpenText(comparison), "");
  comparison.families.emplace_back().verdict = Verdict::kInconclusive;
  EXPECT_EQ(OpenText(comparison), "families of series");
  comparison.series[1].verdict = Verdict::kInconclusive;
  EXPECT_EQ(OpenText(comparison), "1 of 2 series");
}

TEST(ControlsText, SaysWhetherTheMachineMoved) {
  Comparison comparison;
  EXPECT_EQ(ControlsText(comparison), "");
  comparison.control_movement = {3, 1.001, 0.998, 1.004, 0.62, false};
  EXPECT_EQ(ControlsText(comparison), "controls: not moved, +0.1% [-0.2%, +0.4%], p 0.620 (3 without MPI)");
  comparison.control_movement.moved = true;
  EXPECT_THAT(ControlsText(comparison), testing::HasSubstr("controls: MOVED, +0.1%"));
}

TEST(MethodText, NamesMethodAndCorrection) {
  Comparison comparison;
  EXPECT_EQ(MethodText(comparison), "rank-sum, Holm");
  comparison.method = TestMethod::kGroupSequential;
  EXPECT_EQ(MethodText(comparison), "group-sequential rank-sum, Holm");
}

// The misses of all ways to pass are added; of the slowdowns the median and the worst are told.
TEST(StatedText, StatesTheErrorRatesOfAGate) {
  Comparison comparison;
  EXPECT_EQ(StatedText(comparison), "");
  comparison.decision = GateDecision{.alpha = 0.05, .screen_miss = 0.02, .sequential_miss = 0.015, .floor_miss = 0.005};
  const std::string rates = "stated: any false fail at most 5%; a series slower by its tolerance passes in at most 4%";
  EXPECT_EQ(StatedText(comparison), rates);
  for (const double detectable : {1.06, 1.02, std::numeric_limits<double>::infinity(), 1.04}) {
    comparison.series.emplace_back().detectable_ratio = detectable;
  }
  EXPECT_EQ(StatedText(comparison),
            rates + "; slowdowns shown with chance 80%: from +4.0% on, +6.0% for the worst of 3 series");
}

TEST(FamilyText, HasTheReasonOfAFamilyThatDidNotPass) {
  FamilyComparison family;
  family.name = "bcast over bytes";
  family.members = {"bcast/bytes:8", "bcast/bytes:64"};
  family.ratio = 1.031;
  family.verdict = Verdict::kFail;
  family.reason = "+3.1% slower";
  EXPECT_EQ(FamilyText(family), "bcast over bytes (2 series, +3.1%): +3.1% slower");
  family.verdict = Verdict::kPass;
  EXPECT_EQ(FamilyText(family), "bcast over bytes (2 series, +3.1%): pass");
}

TEST(FamiliesText, IsAboutTheWorstVerdict) {
  Comparison comparison;
  EXPECT_EQ(FamiliesText(comparison), "");
  for (const Verdict verdict : {Verdict::kInconclusive, Verdict::kPass, Verdict::kInconclusive}) {
    comparison.families.push_back({"bcast", {"a", "b"}, 1.02, 0.025, 0.2, verdict, "open", ""});
  }
  EXPECT_EQ(FamiliesVerdict(comparison), Verdict::kInconclusive);
  EXPECT_EQ(FamiliesCount(comparison), "2 of 3 families of series are inconclusive");
  comparison.families[2] = {"scan", {"a", "b"}, 1.03, 0.025, 0.001, Verdict::kFail, "+3.0% slower", ""};
  EXPECT_EQ(FamiliesVerdict(comparison), Verdict::kFail);
  EXPECT_EQ(FamiliesText(comparison), "1 of 3 families of series fails: scan (2 series, +3.0%): +3.0% slower");
}

// The headline has them, where they decided.
TEST(Remarks, LostLaunchesAreSaidOnce) {
  Comparison comparison;
  comparison.series = {Series("bcast", Verdict::kFail)};
  comparison.verdict = Verdict::kFail;
  comparison.losses = {"7 of 20 launches", Verdict::kFail};
  comparison.notes = {"another note", "7 of 20 launches"};
  EXPECT_THAT(Remarks(comparison), testing::ElementsAre("7 of 20 launches", "another note"));
  comparison.losses.text.clear();
  EXPECT_THAT(Remarks(comparison), testing::ElementsAre("another note", "7 of 20 launches"));
}

TEST(Remarks, SayWhatTwoBenchmarkProgramsMean) {
  Comparison comparison;
  comparison.context_differences = {{"program", "5d41", "7f3a"}, {"kernel", "6.1", "6.2"}};
  const std::vector<std::string> remarks = Remarks(comparison);
  ASSERT_THAT(remarks, testing::SizeIs(2));
  EXPECT_THAT(remarks[0], testing::StartsWith("also different: program: '5d41' and '7f3a'; the sides ran two "
                                              "benchmark programs, and a difference in the layout of their code "
                                              "counts as the library's"));
  EXPECT_EQ(remarks[1], "also different: kernel: '6.1' and '6.2'");
}

TEST(Headline, APassSaysHowManyAreWaived) {
  Comparison comparison;
  comparison.series = {Series("bcast", Verdict::kPass), Series("scan", Verdict::kPass),
                       Series("reduce", Verdict::kPass)};
  comparison.verdict = Verdict::kPass;
  const std::string pass = "PASS: none of 3 series got slower by more than its tolerance of 5%";
  EXPECT_EQ(Headline(comparison), pass);
  comparison.series[0].waived = "until 2026-12-24";
  EXPECT_EQ(Headline(comparison), pass + ", but for 1 that is waived");
  comparison.series[1].waived = "until 2026-12-24";
  EXPECT_EQ(Headline(comparison), pass + ", but for 2 that are waived");
}

}  // namespace
}  // namespace mpigauge
