#include "baselines/verdict/means.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::HasSubstr;

constexpr double kMeanLevel = 0.005;

SeriesComparison WithMean(double p, double p_adjusted) {
  SeriesComparison series;
  series.name = "allreduce/bytes:8/ranks:2";
  series.ratio = 1.022;
  series.mean = {true, 0.385e-6, 8.2e-6, 0.4e-6, 21.3, 0.25, p, p_adjusted};
  return series;
}

TEST(OpinionOfMean, AMeanThatIsWorseFailsWhatItsMedianPasses) {
  const Opinion opinion = OpinionOfMean(WithMean(1e-6, 1e-4), kMeanLevel, "").value();
  EXPECT_EQ(opinion.source, Source::kMean);
  EXPECT_EQ(opinion.verdict, Verdict::kFail);
  EXPECT_EQ(opinion.reason,
            "calls take 8.20 us in the mean (baseline 385 ns, +2030%; the median +2.2%), tolerance 25%");
  EXPECT_EQ(opinion.remark, opinion.reason);
}

// Neither chance, nor a mean that a run of the baseline had, too, nor one that is not known, nor a series without
// times.
TEST(OpinionOfMean, UnprovenMeansGiveNoOpinion) {
  const SeriesComparison chance = WithMean(0.0051, 1);
  SeriesComparison known_before = WithMean(1e-6, 1e-4);
  known_before.mean.most_of_runs = 6.6e-6;
  SeriesComparison unknown = WithMean(1e-6, 1e-4);
  unknown.mean.known = false;
  SeriesComparison without_times = WithMean(1e-6, 1e-4);
  without_times.broken = Broken::kNotMeasured;
  for (const SeriesComparison& series : {chance, known_before, unknown, without_times}) {
    EXPECT_FALSE(MeanLooksWorse(series, kMeanLevel));
    EXPECT_FALSE(OpinionOfMean(series, kMeanLevel, ""));
  }
  known_before.mean.most_of_runs = 6.5e-6;  // a quarter less than the candidate's
  EXPECT_TRUE(MeanLooksWorse(known_before, kMeanLevel));
}

TEST(OpinionOfMean, InsignificantOrDoubtedMeansAreInconclusive) {
  const Opinion among_many = OpinionOfMean(WithMean(0.001, 0.03), kMeanLevel, "").value();
  EXPECT_EQ(among_many.verdict, Verdict::kInconclusive);
  EXPECT_THAT(among_many.reason, HasSubstr("not significant among all series (p 0.03 > 0.005)"));
  const Opinion doubted = OpinionOfMean(WithMean(1e-6, 1e-4), kMeanLevel, "so does spin").value();
  EXPECT_EQ(doubted.verdict, Verdict::kInconclusive);
  EXPECT_THAT(doubted.reason, HasSubstr("tolerance 25%; so does spin"));
}

TEST(OpinionOfProcessor, ProcessorTimeThatIsMoreFailsWhatItsTimesPass) {
  SeriesComparison series = WithMean(0.9, 1);
  EXPECT_FALSE(MeanLooksWorse(series, kMeanLevel));
  series.processor = {true, 1e-6, 2e-6, 1e-6, 2, 0.25, 1e-6, 1e-4};
  EXPECT_TRUE(MeanLooksWorse(series, kMeanLevel));
  const Opinion opinion = OpinionOfProcessor(series, kMeanLevel, "").value();
  EXPECT_EQ(opinion.source, Source::kProcessor);
  EXPECT_EQ(opinion.verdict, Verdict::kFail);
  EXPECT_EQ(opinion.reason,
            "calls take 2.00 us of processor time (baseline 1.00 us, +100.0%; the median +2.2%), tolerance 25%");
  EXPECT_FALSE(OpinionOfMean(series, kMeanLevel, ""));
  series.processor.candidate_seconds = 1.2e-6;
  EXPECT_FALSE(OpinionOfProcessor(series, kMeanLevel, ""));
}

TEST(MeanDoubt, ALargerMeanOfAControlIsADoubt) {
  std::vector<SeriesComparison> controls = {WithMean(0.01, 0.04)};
  controls[0].name = "spin";
  EXPECT_THAT(MeanDoubt(controls, 0.05), HasSubstr("the mean of spin is larger, too"));
  controls[0].mean.p_adjusted = 0.051;
  EXPECT_EQ(MeanDoubt(controls, 0.05), "");
  EXPECT_EQ(MeanDoubt({}, 0.05), "");
}

}  // namespace
}  // namespace mpigauge
