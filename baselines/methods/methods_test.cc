#include "baselines/methods/methods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "baselines/methods/rank_tests.h"
#include "baselines/methods/t_tests.h"

namespace mpigauge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Series of `launches` a side, standard deviation `sd` between them, the candidate slower by `shift`.
std::vector<PairedLaunches> MakeSuite(int series, int launches, double sd, double shift, std::mt19937_64& random) {
  std::normal_distribution<double> normal(0, sd);
  std::vector<PairedLaunches> suite(static_cast<std::size_t>(series));
  for (PairedLaunches& one : suite) {
    for (int i = 0; i < launches; ++i) {
      one.baseline.push_back(normal(random));
      one.candidate.push_back(shift + normal(random));
    }
  }
  return suite;
}

std::vector<Judgement> Judge(const char* name, const std::vector<PairedLaunches>& suite) {
  std::vector<std::string> notes;
  return FindCompareMethod(name).judge(suite, 0.95, notes);
}

const PairedLaunches kExample = {{0.00, 0.02, 0.01, 0.03}, {0.05, 0.07, 0.04, 0.09}, {}, {}};

// SciPy 1.10: ttest_ind(b, a, equal_var=False, alternative="greater") and its 95% interval by Welch-Satterthwaite.
TEST(Methods, WelchEqualsSciPy) {
  const Judgement one = Judge("welch", {kExample})[0];
  EXPECT_NEAR(one.p_slower, 0.007444228677, 1e-9);
  EXPECT_NEAR(one.p_slower + one.p_faster, 1, 1e-12);
  EXPECT_NEAR(one.shift.low, 0.01415739143, 1e-9);
  EXPECT_NEAR(one.shift.high, 0.08084260857, 1e-9);
  EXPECT_DOUBLE_EQ(one.shift.estimate, 0.0475);
}

// Below ten series there is no prior: SciPy 1.10, ttest_ind(b, a, alternative="greater") and its 95% interval.
TEST(Methods, ModeratedTWithoutAPriorIsStudentsTestAndSaysSo) {
  std::vector<std::string> notes;
  const Judgement one = ByModeratedT({kExample}, 0.95, notes)[0];
  EXPECT_NEAR(one.p_slower, 0.005028983449, 1e-9);
  EXPECT_NEAR(one.shift.low, 0.01610855909, 1e-9);
  EXPECT_NEAR(one.shift.high, 0.07889144091, 1e-9);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 series are too few to learn from")));
}

// Ranks that do not overlap have p 1 / C(8, 4); SciPy 1.10: t.sf(3.70255, 3), the statistic of
// ttest_ind(equal_var=False) with the degrees of freedom of one side, is larger.
TEST(Methods, TheRankSumHasTheLargerPOfItsTwoTests) {
  EXPECT_NEAR(Judge("rank-sum", {kExample})[0].p_slower, 0.0171087668, 1e-6);
  const PairedLaunches apart = {{0.00, 0.02, 0.01, 0.03}, {1.05, 1.07, 1.04, 1.09}, {}, {}};
  EXPECT_NEAR(Judge("rank-sum", {apart})[0].p_slower, 1 / 70.0, 1e-12);
}

// Blocks 0 and 2 have both sides; what the machine did between them cancels.
TEST(Methods, SignedRankComparesWithinBlocks) {
  PairedLaunches series = {{0.00, 5.02, 9}, {9.04, 0.01}, {}, {}};
  series.baseline_blocks = {0, 1, 2};
  series.candidate_blocks = {2, 0};
  EXPECT_THAT(DifferencesWithinBlocks(series), ElementsAre(DoubleNear(0.01, 1e-9), DoubleNear(0.04, 1e-9)));
  std::vector<std::string> notes;
  const Judgement one = FindCompareMethod("signed-rank").judge({series}, 0.95, notes)[0];
  EXPECT_EQ(one.p_slower, 0.25);
  EXPECT_EQ(one.p_faster, 1);
  EXPECT_EQ(one.shift.level, 0.5);
  EXPECT_NEAR(one.shift.estimate, 0.025, 1e-9);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("up to 1 launches of a series have no partner")));
}

// Launch medians resampled, scaled to the standard error sqrt((s1^2 + s2^2) / n): nearly Welch's interval and p.
TEST(Methods, BootstrapOfMediansHasTheKnownSpread) {
  std::mt19937_64 random(3);
  const auto suite = MakeSuite(1, 20, 0.02, 0.01, random);
  const Judgement one = Judge("bootstrap", suite)[0];
  double variance = 0;
  for (const auto* side : {&suite[0].baseline, &suite[0].candidate}) {
    double mean = 0;
    for (const double x : *side) mean += x / 20;
    for (const double x : *side) variance += (x - mean) * (x - mean) / 380;
  }
  const double half = 2.024 * std::sqrt(variance);  // t(0.975, 38)
  EXPECT_NEAR(one.shift.high - one.shift.low, 2 * half, 0.1 * half);
  EXPECT_NEAR((one.shift.high + one.shift.low) / 2, one.shift.estimate, 0.01 * half);
  EXPECT_NEAR(one.p_slower, Judge("welch", suite)[0].p_slower, 0.01);
}

// How much they vary does not count twice, resampled and in the launches' medians: only their shape remains.
TEST(Methods, BootstrapUsesTheObservationsWhereThereAreSome) {
  PairedLaunches wide = kExample;
  wide.baseline_observations = {{-1, 0, 1}, {-1, 0.02, 1}, {-1, 0.01, 1}, {-1, 0.03, 1}};
  const Judgement with = Judge("bootstrap", {wide})[0];
  const Judgement without = Judge("bootstrap", {kExample})[0];
  EXPECT_NE(with.shift.high, without.shift.high);
  EXPECT_NEAR((with.shift.high - with.shift.low) / (without.shift.high - without.shift.low), 1, 0.2);
}

// Where nothing can be known there is no interval and no significance, with any method.
TEST(Methods, OneLaunchASideProvesNothing) {
  for (const CompareMethod& method : CompareMethods()) {
    const Judgement one = Judge(MethodName(method.method).c_str(), {{{0.0}, {5.0}, {}, {}}})[0];
    EXPECT_GE(one.p_slower, 0.5) << MethodName(method.method);
    EXPECT_LT(one.shift.level, 0.95) << MethodName(method.method);
  }
}

// Equal series, ten launches of 2%: one-sided tests of 5% err in 5% of 20,000 series. Four standard errors are 0.6
// points; the larger one of the two p of the rank sum keeps below.
TEST(Methods, ErrAsOftenAsStatedAndCover) {
  std::mt19937_64 random(4);
  for (const char* name : {"rank-sum", "welch", "moderated-t"}) {
    int flagged = 0;
    int covered = 0;
    for (int i = 0; i < 100; ++i) {
      for (const Judgement& one : Judge(name, MakeSuite(200, 10, 0.02, 0.03, random))) {
        covered += one.shift.low <= 0.03 && 0.03 <= one.shift.high;
      }
      for (const Judgement& one : Judge(name, MakeSuite(200, 10, 0.02, 0, random))) flagged += one.p_slower <= 0.05;
    }
    const bool ranks = name == std::string("rank-sum");
    EXPECT_NEAR(flagged / 20000.0, ranks ? 0.035 : 0.050, 0.006) << name;
    EXPECT_GE(covered / 20000.0, 0.95 - 0.006) << name;
    EXPECT_LE(covered / 20000.0, 0.97) << name;
  }
}

// The smallest suite that gives a prior, three launches a side: an uncertain prior must not cost the level. 20,000
// tests of 2.5%; four standard errors are 0.44 points (Smyth's own prior: 2.95%).
TEST(Methods, ModeratedTKeepsItsLevelWithTheFewestSeriesAndLaunches) {
  std::mt19937_64 random(5);
  std::chi_squared_distribution<double> chi_squared(8);
  int flagged = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<PairedLaunches> suite;
    for (std::size_t k = 0; k < kFewestForPrior; ++k) {
      suite.push_back(MakeSuite(1, 3, 0.02 * std::sqrt(8 / chi_squared(random)), 0, random)[0]);
    }
    for (const Judgement& one : Judge("moderated-t", suite)) flagged += one.p_slower <= 0.025;
  }
  EXPECT_LE(flagged / 20000.0, 0.025 + 0.0044);
}

TEST(Methods, BlocksNeededAreThePowersOfTwo) {
  EXPECT_EQ(BlocksForSignedRank(0.5), 2u);  // of one difference nothing is known
  EXPECT_EQ(BlocksForSignedRank(0.05), 5u);
  EXPECT_EQ(BlocksForSignedRank(0.031), 6u);
  EXPECT_EQ(BlocksForSignedRank(1.0 / 32), 5u);
  EXPECT_EQ(BlocksForSignedRank(0.05 / 60), 11u);
  EXPECT_EQ(FindCompareMethod("welch").launches_needed(1e-5), 2u);
}

TEST(Methods, UnknownNamesAreMistakes) {
  EXPECT_THROW(FindCompareMethod("t"), Error);
  EXPECT_THROW(FindCorrection("none"), Error);
  EXPECT_THAT(FindCorrection("holm").adjust({0.01, 0.04}), ElementsAre(0.02, 0.04));
  EXPECT_THAT(FindCorrection("bh").adjust({0.03, 0.04}), ElementsAre(0.04, 0.04));
  EXPECT_THAT(FindCorrection("bh").adjust({}), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
