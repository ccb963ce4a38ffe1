#include "baselines/verdict/rank_sum_table.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace mpigauge {
namespace {

std::vector<double> Normal(std::mt19937& random, std::size_t n, double mean, bool rounded) {
  std::normal_distribution<double> normal(mean, 1);
  std::vector<double> values(n);
  for (double& x : values) x = rounded ? std::round(2 * normal(random)) / 2 : normal(random);
  return values;
}

TEST(RankSumTable, EqualsTheTestThatKeepsNothing) {
  std::mt19937 random(3);
  RankSumTable table;
  for (const std::size_t n : {1, 3, 6, 20, 45}) {
    for (const bool ties : {false, true}) {
      const auto baseline = Normal(random, n, 0, ties);
      const auto candidate = Normal(random, n + 1, 0.5, ties);
      std::vector<double> shifted = candidate;
      for (double& x : shifted) x -= 1.5;
      EXPECT_NEAR(table.Slower(baseline, candidate), RankSumSlower(baseline, candidate), 1e-12) << n;
      EXPECT_NEAR(table.Faster(baseline, candidate), RankSumSlower(candidate, baseline), 1e-12) << n;
      EXPECT_NEAR(table.Slower(baseline, candidate, -1.5), RankSumSlower(baseline, shifted), 1e-12) << n;
      EXPECT_NEAR(table.Faster(baseline, candidate, -1.5), RankSumSlower(shifted, baseline), 1e-12) << n;
    }
  }
  EXPECT_EQ(table.Slower(std::vector<double>{}, std::vector<double>{1}), 1);
  EXPECT_EQ(table.Faster(std::vector<double>{}, std::vector<double>{1}), 1);
}

TEST(RankSumTable, WithinStrataToo) {
  std::mt19937 random(4);
  RankSumTable table;
  for (const bool ties : {false, true}) {
    std::vector<Stratum> strata;
    std::vector<Stratum> shifted;
    std::vector<Stratum> swapped;
    for (const std::size_t n : {6, 2, 3}) {
      strata.push_back({Normal(random, n, 0, ties), Normal(random, n, 0.5, ties)});
      shifted.push_back(strata.back());
      for (double& x : shifted.back().candidate) x -= 1.5;
      swapped.push_back({shifted.back().candidate, shifted.back().baseline});
    }
    EXPECT_NEAR(table.Slower(strata), StratifiedRankSumSlower(strata), 1e-12);
    EXPECT_NEAR(table.Slower(strata, -1.5), StratifiedRankSumSlower(shifted), 1e-12);
    EXPECT_NEAR(table.Faster(strata, -1.5), StratifiedRankSumSlower(swapped), 1e-12);
  }
}

TEST(RankSumTable, EachStratumHasAPart) {
  const Stratum slower{{0, 1, 2}, {3.5, 4.5, 5.5}};
  const Stratum faster{{3.25, 4.25, 5.25}, {0.5, 1.5, 2.5}};
  RankSumTable table;
  for (const std::vector<Stratum>& strata :
       {std::vector<Stratum>{slower}, {slower, faster}, {slower, slower}, {faster, slower, slower}}) {
    std::vector<Stratum> swapped;
    for (const Stratum& one : strata) swapped.push_back({one.candidate, one.baseline});
    EXPECT_NEAR(table.Slower(strata), StratifiedRankSumSlower(strata), 1e-12) << strata.size();
    EXPECT_NEAR(table.Faster(strata), StratifiedRankSumSlower(swapped), 1e-12) << strata.size();
  }
}

}  // namespace
}  // namespace mpigauge
