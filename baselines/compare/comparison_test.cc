#include "baselines/compare/comparison.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "base/error.h"

namespace mpigauge {
namespace {

// Stores and JSON files have these words: a changed one can no longer be read.
TEST(Comparison, EachNameIsReadBack) {
  const std::pair<TestMethod, const char*> methods[] = {
      {TestMethod::kRankSum, "rank-sum"},
      {TestMethod::kSignedRank, "signed-rank"},
      {TestMethod::kWelch, "welch"},
      {TestMethod::kModeratedT, "moderated-t"},
      {TestMethod::kBootstrap, "bootstrap"},
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

TEST(Comparison, ACorrectionHasAnAbbreviationAndATitle) {
  EXPECT_EQ(CorrectionName(Correction::kHolm), "holm");
  EXPECT_EQ(CorrectionTitle(Correction::kHolm), "Holm");
  EXPECT_EQ(CorrectionName(Correction::kBenjaminiHochberg), "bh");
  EXPECT_EQ(CorrectionTitle(Correction::kBenjaminiHochberg), "Benjamini-Hochberg");
  EXPECT_EQ(CorrectionFromName("bh"), Correction::kBenjaminiHochberg);
  EXPECT_THROW(CorrectionFromName("BH"), Error);
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

}  // namespace
}  // namespace mpigauge
