#include "stats/stratified_rank_sum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/json.h"
#include "stats/rank_sum.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

std::vector<Stratum> StrataFromJson(const Json& row) {
  std::vector<Stratum> strata;
  for (const Json& one : row.at("strata")) {
    strata.push_back({one.at("baseline").get<std::vector<double>>(), one.at("candidate").get<std::vector<double>>()});
  }
  return strata;
}

class Drawn {
 public:
  // Each stratum has a level of its own.
  std::vector<Stratum> Strata(const StratumSizes& sizes, double shift) {
    std::vector<Stratum> strata;
    for (const auto& [m, n] : sizes) {
      const double level = 10 * normal_(random_);
      Stratum& stratum = strata.emplace_back();
      for (std::size_t i = 0; i < m; ++i) stratum.baseline.push_back(level + normal_(random_));
      for (std::size_t i = 0; i < n; ++i) stratum.candidate.push_back(level + shift + normal_(random_));
    }
    return strata;
  }

 private:
  std::mt19937_64 random_{11};
  std::normal_distribution<double> normal_;
};

TEST(StratifiedRankSum, EqualsTheCountOfAllDeals) {
  const Json oracle = ReadJson("stats/testdata/stratified.json");
  ASSERT_EQ(oracle.size(), 14u);
  for (const Json& row : oracle) {
    EXPECT_NEAR(StratifiedRankSumSlower(StrataFromJson(row)), row.at("p").get<double>(), 1e-12) << row;
  }
}

TEST(StratifiedRankSum, TheIntervalIsWhatTheCountOfAllDealsDoesNotReject) {
  int intervals = 0;
  for (const Json& row : ReadJson("stats/testdata/stratified.json")) {
    if (!row.contains("interval") || row["interval"].empty()) continue;
    ++intervals;
    const std::vector<Stratum> strata = StrataFromJson(row);
    const Json& wanted = row["interval"];
    const ShiftInterval shift = StratifiedShift(strata, wanted.at("level"), StratifiedDistribution(SizesOf(strata)));
    EXPECT_NEAR(shift.low, wanted.at("low").get<double>(), 1e-9) << row;
    EXPECT_NEAR(shift.high, wanted.at("high").get<double>(), 1e-9) << row;
    EXPECT_NEAR(shift.level, wanted.at("has").get<double>(), 1e-9) << row;
  }
  EXPECT_GE(intervals, 5);
}

TEST(StratifiedRankSum, OneStratumGivesThePlainRankSum) {
  Drawn drawn;
  for (const auto& size : StratumSizes{{3, 3}, {6, 7}, {20, 20}, {45, 45}}) {
    const std::vector<Stratum> strata = drawn.Strata({size}, 0.4);
    const auto& [baseline, candidate] = strata[0];
    EXPECT_EQ(StratifiedRankSumSlower(strata), RankSumSlower(baseline, candidate));
    const ShiftInterval plain =
        HodgesLehmann(baseline, candidate, 0.95, RankSumDistribution(baseline.size(), candidate.size()));
    const ShiftInterval shift = StratifiedShift(strata, 0.95, StratifiedDistribution({size}));
    EXPECT_EQ(shift.estimate, plain.estimate);
    EXPECT_EQ(shift.low, plain.low);
    EXPECT_EQ(shift.high, plain.high);
    EXPECT_NEAR(shift.level, plain.level, 1e-12);
  }
}

TEST(StratifiedRankSum, CommonShiftOfAStratumChangesNothing) {
  std::vector<Stratum> strata = Drawn().Strata({{3, 3}, {2, 2}, {4, 3}}, 0.5);
  const double p = StratifiedRankSumSlower(strata);
  const double estimate = StratifiedEstimate(strata);
  for (double& value : strata[1].baseline) value += 4;
  for (double& value : strata[1].candidate) value += 4;
  EXPECT_EQ(StratifiedRankSumSlower(strata), p);
  EXPECT_NEAR(StratifiedEstimate(strata), estimate, 1e-9);
}

TEST(StratifiedRankSum, AStratumOfOneSideSaysNothing) {
  std::vector<Stratum> strata = Drawn().Strata({{3, 3}, {2, 2}}, 0.5);
  const double p = StratifiedRankSumSlower(strata);
  strata.push_back({{1, 2, 3}, {}});
  strata.push_back({{}, {9}});
  EXPECT_EQ(StratifiedRankSumSlower(strata), p);
  EXPECT_EQ(StratifiedRankSumSlower(std::vector<Stratum>{{{1}, {}}}), 1);
  EXPECT_TRUE(std::isnan(StratifiedEstimate(std::vector<Stratum>{{{1}, {}}})));
}

TEST(StratifiedRankSum, EqualValuesSayNothing) {
  const std::vector<double> same(50, 1.0);
  EXPECT_EQ(StratifiedRankSumSlower(std::vector<Stratum>{{{1, 1}, {1, 1}}, {{2}, {2}}}), 1);
  EXPECT_EQ(StratifiedRankSumSlower(std::vector<Stratum>{{same, same}, {same, same}}), 1);
}

// Beyond the exact limit. Its distance from the exact one is below a thousandth here.
TEST(StratifiedRankSum, TheApproximationIsNearTheExactOne) {
  Drawn drawn;
  for (int i = 0; i < 20; ++i) {
    std::vector<Stratum> strata = drawn.Strata({{41, 41}, {30, 30}}, 0.2);
    const double approximate = StratifiedRankSumSlower(strata);
    const StratifiedDistribution exact(SizesOf(strata));
    const std::vector<std::size_t> weights = StratumWeights(SizesOf(strata));
    std::size_t not_above = 0;
    for (std::size_t k = 0; k < 2; ++k) {
      for (const double before : strata[k].baseline) {
        for (const double after : strata[k].candidate) not_above += after < before ? weights[k] : 0;
      }
    }
    EXPECT_NEAR(approximate, exact.LowerTail(not_above), 1e-3);
  }
}

TEST(StratumWeights, AreInverseToTheSizeAndWithoutACommonFactor) {
  EXPECT_THAT(StratumWeights({{1, 1}, {1, 1}}), ElementsAre(1, 1));
  EXPECT_THAT(StratumWeights({{6, 6}, {2, 2}, {4, 4}}), ElementsAre(9, 24, 13));
  EXPECT_THAT(StratumWeights({{500, 500}, {1, 1}}), ElementsAre(1, 40));
}

// 2000 intervals of 95%, of circles as a gate makes them: fewer than 1870 have a chance below 1e-3 where each covers
// with chance 95%. The exact levels are above that, and the estimate is the centre.
TEST(StratifiedRankSum, IntervalsCover) {
  for (const StratumSizes& sizes :
       {StratumSizes(10, {1, 1}), StratumSizes(5, {2, 2}), StratumSizes{{6, 6}, {2, 2}, {2, 2}, {4, 4}, {6, 6}}}) {
    Drawn drawn;
    const StratifiedDistribution distribution(sizes);
    int covered = 0;
    double sum = 0;
    for (int i = 0; i < 2000; ++i) {
      const ShiftInterval shift = StratifiedShift(drawn.Strata(sizes, 0.3), 0.95, distribution);
      EXPECT_GE(shift.level, 0.95);
      covered += shift.low <= 0.3 && 0.3 <= shift.high;
      sum += shift.estimate;
    }
    RecordProperty("covered_by_" + std::to_string(sizes.size()), covered);
    EXPECT_GE(covered, 1870) << sizes.size();
    EXPECT_LE(covered, 1980) << sizes.size();
    EXPECT_NEAR(sum / 2000, 0.3, 0.06);
  }
}

}  // namespace
}  // namespace mpigauge
