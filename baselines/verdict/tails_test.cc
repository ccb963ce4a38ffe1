#include "baselines/verdict/tails.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/compare/other_figures.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr double kLevel = 0.005;

// A third of the observations, so far beyond chance.
SeriesComparison WithTail(double p_adjusted = 1e-6) {
  SeriesComparison series;
  series.name = "allreduce/bytes:8/ranks:2";
  series.tolerance = 0.05;
  series.baseline_seconds.assign(10, 1e-6);
  series.candidate_seconds.assign(10, 1e-6);
  series.stretched = {true, 1.5e-6, 0.001, 0.334, 0.002, 1e-6, p_adjusted};
  series.slow_launches = {true, 1.2e-6, 0, 0, 0, 1, 1};
  return series;
}

SeriesComparison WithSlowLaunches(double candidate_share, double p) {
  SeriesComparison series = WithTail();
  series.stretched = {true, 1.5e-6, 0.001, 0.001, 0.001, 0.5, 1};
  series.slow_launches = {true, 1.2e-6, 0, candidate_share, 0, p, p};
  series.slowest_times = 4;
  return series;
}

TEST(Tails, ATailThatIsWorseFailsWhatItsMedianPasses) {
  const Opinion opinion = OpinionOfTail(WithTail(), kLevel, "").value();
  EXPECT_EQ(opinion.source, Source::kTail);
  EXPECT_EQ(opinion.verdict, Verdict::kFail);
  EXPECT_EQ(opinion.reason, "33% of observations take more than 1.50 us (baseline 0.1%)");
  EXPECT_EQ(opinion.remark, opinion.reason);
  EXPECT_FALSE(opinion.improved);
}

TEST(Tails, SlowLaunchesAreCounted) {
  const Opinion opinion = OpinionOfTail(WithSlowLaunches(0.4, 1e-4), kLevel, "").value();
  EXPECT_EQ(opinion.verdict, Verdict::kFail);
  EXPECT_EQ(opinion.reason, "4 of 10 launches take more than 1.20 us (baseline 0 of 10)");
}

// Neither chance nor a small share, nor a tail that a run of the baseline had, too.
TEST(Tails, UnprovenTailsGiveNoOpinion) {
  SeriesComparison chance = WithTail();
  chance.stretched.p = 0.006;
  SeriesComparison trifle = WithTail();
  trifle.stretched.candidate_share = 0.0109;
  SeriesComparison known = WithTail();
  known.stretched.most_of_runs = 0.33;
  SeriesComparison unknown = WithTail();
  unknown.stretched.known = false;
  for (const SeriesComparison& series : {chance, trifle, known, unknown}) {
    EXPECT_FALSE(TailLooksWorse(series, kLevel));
    EXPECT_FALSE(OpinionOfTail(series, kLevel, ""));
  }
}

// The least share that counts is 1%, above the run of the baseline that had most (0.2%).
TEST(Tails, APercentOfTheObservationsCounts) {
  SeriesComparison series = WithTail();
  series.stretched.candidate_share = 0.012;
  EXPECT_TRUE(TailLooksWorse(series, kLevel));
  series.stretched.candidate_share = 0.0119;
  EXPECT_FALSE(TailLooksWorse(series, kLevel));
  SeriesComparison launches = WithSlowLaunches(0.05, 1e-4);
  EXPECT_TRUE(TailLooksWorse(launches, kLevel));
  launches.slow_launches.candidate_share = 0.049;
  EXPECT_FALSE(TailLooksWorse(launches, kLevel));
  launches.slow_launches.candidate_share = 0.05;
  launches.broken = Broken::kNotMeasured;
  EXPECT_FALSE(TailLooksWorse(launches, kLevel));
}

// Observations are not significant over the suite, launches are: that is enough, and both are said.
TEST(Tails, OneOfTheTwoIsEnough) {
  SeriesComparison series = WithTail(0.03);
  series.slow_launches = WithSlowLaunches(0.4, 1e-4).slow_launches;
  const Opinion opinion = OpinionOfTail(series, kLevel, "").value();
  EXPECT_EQ(opinion.verdict, Verdict::kFail);
  EXPECT_EQ(opinion.reason,
            "33% of observations take more than 1.50 us (baseline 0.1%); "
            "4 of 10 launches take more than 1.20 us (baseline 0 of 10)");
}

TEST(Tails, InsignificantOrDoubtedTailsAreInconclusive) {
  const Opinion among_many = OpinionOfTail(WithTail(0.03), kLevel, "").value();
  EXPECT_EQ(among_many.verdict, Verdict::kInconclusive);
  EXPECT_THAT(among_many.reason, HasSubstr("not significant among all series (p 0.03 > 0.005)"));
  const Opinion doubted = OpinionOfTail(WithTail(), kLevel, "so does spin").value();
  EXPECT_EQ(doubted.verdict, Verdict::kInconclusive);
  EXPECT_THAT(doubted.reason, HasSubstr("(baseline 0.1%); so does spin"));
  for (const Opinion& one : {among_many, doubted}) {
    EXPECT_EQ(one.remark, "33% of observations take more than 1.50 us (baseline 0.1%)");
  }
}

TEST(Tails, WorseTailOfAControlIsADoubt) {
  std::vector<SeriesComparison> controls = {WithTail(0.04)};
  controls[0].name = "spin";
  EXPECT_THAT(TailDoubt(controls, 0.05), HasSubstr("so does spin, which does not use MPI"));
  controls[0].stretched.p_adjusted = 0.06;
  EXPECT_EQ(TailDoubt(controls, 0.05), "");
}

TEST(Tails, SlowLaunchesOfTheWorkWithoutMpiAreADoubtToo) {
  std::vector<SeriesComparison> controls = {WithSlowLaunches(0.4, 0.05)};
  controls[0].name = "spin";
  EXPECT_THAT(TailDoubt(controls, 0.05), HasSubstr("so does spin, which does not use MPI"));
  controls[0].slow_launches.p_adjusted = 0.051;
  EXPECT_EQ(TailDoubt(controls, 0.05), "");
  EXPECT_EQ(TailDoubt({}, 0.05), "");
}

TEST(Tails, FewSlowLaunchesAreAWordAndNoVerdict) {
  SeriesComparison series = WithSlowLaunches(0.1, 0.5);
  series.verdict = Verdict::kPass;
  EXPECT_FALSE(OpinionOfTail(series, kLevel, ""));
  EXPECT_THAT(
      TailNotes({series}),
      ElementsAre("allreduce/bytes:8/ranks:2: 1 of 10 launches take more than 1.20 us (baseline 0 of 10), "
                  "the slowest x4 as long as any of the baseline; so few prove nothing, and more launches would "
                  "decide"));
  const std::vector<std::string> notes = TailNotes(std::vector<SeriesComparison>(7, series));
  EXPECT_THAT(notes, SizeIs(4));
  EXPECT_THAT(notes.back(), HasSubstr("4 more series"));
  SeriesComparison open = series;
  open.reason = "open; 1 of 10 launches take more than 1.20 us (baseline 0 of 10)";
  EXPECT_THAT(TailNotes({open}), IsEmpty());  // its reason says it
  series.slowest_times = 1.4;
  EXPECT_THAT(TailNotes({series}), IsEmpty());
}

TEST(Tails, TailsThatWereNotJudgedAreCounted) {
  SeriesComparison series = WithTail();
  series.stretched.known = false;
  EXPECT_THAT(TailNotes({series, WithTail(1)}), ElementsAre(HasSubstr("the tail of 1 of 2 series was not judged")));
}

TEST(Tails, AChanceEqualToTheLevelCounts) {
  SeriesComparison series = WithTail(kLevel);
  series.stretched.p = kLevel;
  EXPECT_EQ(OpinionOfTail(series, kLevel, "").value().verdict, Verdict::kFail);
  series.stretched.p_adjusted = kLevel * 1.001;
  EXPECT_EQ(OpinionOfTail(series, kLevel, "").value().verdict, Verdict::kInconclusive);
  series.stretched.p = kLevel * 1.001;
  EXPECT_FALSE(OpinionOfTail(series, kLevel, "").has_value());
}

// The stretched observations are significant by themselves alone, the slow launches over the suite.
TEST(Tails, ThePOfWhatDoesNotLookWorseHasNoPart) {
  SeriesComparison series = WithTail(0.03);
  series.slow_launches.p_adjusted = 1e-4;  // of a share that is not larger
  EXPECT_EQ(OpinionOfTail(series, kLevel, "").value().verdict, Verdict::kInconclusive);
}

TEST(Tails, LaunchesThatTakeHalfAsLongAgainAreTold) {
  for (const auto& [times, told] : {std::pair(1.5, true), {1.49, false}}) {
    SeriesComparison series = WithSlowLaunches(0.1, 0.5);
    series.slowest_times = times;
    const auto notes = TailNotes({series});
    EXPECT_EQ(notes.size(), told ? 1U : 0U) << times;
    series.verdict = Verdict::kFail;
    EXPECT_THAT(TailNotes({series}), IsEmpty());
  }
  EXPECT_THAT(TailNotes(std::vector<SeriesComparison>(3, WithSlowLaunches(0.1, 0.5))), SizeIs(3));
}

}  // namespace
}  // namespace mpigauge
