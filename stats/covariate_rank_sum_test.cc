#include "stats/covariate_rank_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/json.h"

namespace mpigauge {
namespace {

using Sample = std::vector<WithCovariate>;

CovariateRankSum Compared(const Sample& baseline, const Sample& candidate) {
  return RankSumWithCovariate(baseline, candidate, 0.95, RankSumDistribution(baseline.size(), candidate.size()));
}

Sample SampleOf(const Json& values, const Json& covariates) {
  Sample sample;
  for (std::size_t i = 0; i < values.size(); ++i) sample.push_back({values[i], covariates[i]});
  return sample;
}

// NumPy's least squares and SciPy's mannwhitneyu of the residuals; the limits by trying shifts.
TEST(CovariateRankSum, EqualsSciPy) {
  const Json oracle = ReadJson("stats/testdata/comparison.json");
  for (const Json& row : oracle.at("covariate_rank_sum")) {
    const CovariateRankSum result = Compared(SampleOf(row.at("baseline"), row.at("baseline_covariate")),
                                             SampleOf(row.at("candidate"), row.at("candidate_covariate")));
    EXPECT_NEAR(result.p_larger, row.at("p"), 1e-9);
    const Json& interval = row.at("interval");
    EXPECT_NEAR(result.shift.low, interval[0].get<double>(), 1e-5);
    EXPECT_NEAR(result.shift.high, interval[1].get<double>(), 1e-5);
  }
}

TEST(CovariateRankSum, WithoutCovariatesIsTheRankSum) {
  const std::vector<double> before = {1, 4, 2, 8, 5};
  const std::vector<double> after = {7, 3, 9, 6, 11};
  Sample baseline;
  Sample candidate;
  for (const double x : before) baseline.push_back({x, 3});
  for (const double x : after) candidate.push_back({x, 3});
  const CovariateRankSum result = Compared(baseline, candidate);
  const ShiftInterval plain = HodgesLehmann(before, after, 0.95, RankSumDistribution(5, 5));
  EXPECT_EQ(result.p_larger, RankSumSlower(before, after));
  EXPECT_EQ(result.shift.low, plain.low);
  EXPECT_EQ(result.shift.high, plain.high);
  EXPECT_EQ(result.shift.estimate, plain.estimate);
  EXPECT_EQ(Compared({}, candidate).p_larger, 1);
  EXPECT_TRUE(std::isnan(Compared({}, candidate).shift.low));
}

// Every candidate's covariate is 1, every baseline's 0: nobody can say whose the difference is.
TEST(CovariateRankSum, InseparableEffectsHaveNoLimits) {
  Sample baseline;
  Sample candidate;
  for (int i = 0; i < 10; ++i) {
    baseline.push_back({0.1 * i, 0});
    candidate.push_back({5 + 0.1 * i, 1});
  }
  const CovariateRankSum result = Compared(baseline, candidate);
  EXPECT_GT(result.p_larger, 0.3);
  EXPECT_EQ(result.shift.low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(result.shift.high, std::numeric_limits<double>::infinity());
}

// Launches of 2% on a machine that is 3% slower for a random half of them, which the covariate sees: the level of 2.5%
// is kept (4000 pairs; four standard errors are 1 point), the interval covers, and a shift is told from the machine's.
TEST(CovariateRankSum, KeepsItsLevelAndCovers) {
  std::mt19937_64 random(41);
  std::normal_distribution<double> normal;
  int flagged = 0;
  int covered = 0;
  double mean = 0;
  for (int i = 0; i < 4000; ++i) {
    Sample sides[2];
    for (std::size_t side = 0; side < 2; ++side) {
      for (int launch = 0; launch < 10; ++launch) {
        const double machine = random() % 2 ? 0.03 : 0;
        sides[side].push_back({machine + 0.02 * normal(random), machine + 0.005 * normal(random)});
      }
    }
    const CovariateRankSum result = Compared(sides[0], sides[1]);
    flagged += result.p_larger <= 0.025;
    covered += result.shift.low <= 0 && 0 <= result.shift.high;
    mean += result.shift.estimate / 4000;
  }
  EXPECT_NEAR(flagged / 4000.0, 0.0236, 0.01);  // of the levels that 10 and 10 launches have
  EXPECT_NEAR(covered / 4000.0, 0.957, 0.013);
  EXPECT_NEAR(mean, 0, 0.001);
}

}  // namespace
}  // namespace mpigauge
