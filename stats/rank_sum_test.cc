#include "stats/rank_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

TEST(RankSum, EqualsSciPyExactTiedAndApproximate) {
  for (const Json& row : Oracle().at("rank_sum")) {
    const auto baseline = row.at("baseline").get<std::vector<double>>();
    const auto candidate = row.at("candidate").get<std::vector<double>>();
    EXPECT_NEAR(RankSumSlower(baseline, candidate), row.at("p"), 1e-12)
        << row.at("method") << " " << baseline.size() << " " << candidate.size();
  }
}

TEST(RankSum, TwoSidesTogetherCoverEverything) {
  const std::vector<double> a = {1, 2, 3, 4};
  const std::vector<double> b = {2.5, 3.5, 4.5};
  // b has the ranks 3, 5 and 7. Of the 35 ways to choose three of seven ranks, 7 have a sum of 15 or more, and 31 have
  // one of 15 or less, which the test with the samples exchanged counts.
  EXPECT_NEAR(RankSumSlower(a, b), 7.0 / 35, 1e-12);
  EXPECT_NEAR(RankSumSlower(b, a), 31.0 / 35, 1e-12);
  EXPECT_EQ(RankSumSlower({}, a), 1);
  EXPECT_EQ(RankSumSlower(a, {}), 1);
}

TEST(RankSum, EqualValuesSayNothing) {
  const std::vector<double> same(10, 1.0);
  EXPECT_EQ(RankSumSlower(same, same), 1);
  EXPECT_EQ(RankSumSlower(std::vector<double>(50, 1.0), std::vector<double>(50, 1.0)), 1);
}

// Counted by hand over all ways to deal the ranks out: what is remembered of one pattern of ties is not another's.
TEST(RankSum, EqualsCountingForEveryPatternOfTies) {
  const auto by_counting = [](const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> all = a;
    all.insert(all.end(), b.begin(), b.end());
    const auto rank_sum = [&](unsigned chosen) {
      double sum = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (((chosen >> i) & 1U) == 0) continue;
        for (const double other : all) sum += other < all[i] ? 1.0 : other == all[i] ? 0.5 : 0.0;
      }
      return sum;
    };
    const unsigned candidate = ((1U << b.size()) - 1) << a.size();
    int ways = 0;
    int as_large = 0;
    for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
      if (static_cast<std::size_t>(std::popcount(chosen)) != b.size()) continue;
      ++ways;
      as_large += rank_sum(chosen) >= rank_sum(candidate) - 1e-9;
    }
    return static_cast<double>(as_large) / ways;
  };
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    std::vector<double> a(2 + random() % 3);
    std::vector<double> b(2 + random() % 3);
    const auto values = 1 + random() % 6;  // so few that many are equal
    for (double& x : a) x = static_cast<double>(random() % values);
    for (double& x : b) x = static_cast<double>(random() % values);
    EXPECT_NEAR(RankSumSlower(a, b), by_counting(a, b), 1e-12) << i;
  }
}

// The level is kept: over 20,000 pairs of equal libraries the share below 0.05 is at most 0.05 (and not far
// below: the exact test of 10 against 10 has attainable levels close to it).
TEST(RankSum, KeepsItsLevelOnEqualSamples) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  int flagged = 0;
  for (int i = 0; i < 20000; ++i) {
    std::vector<double> a(10);
    std::vector<double> b(10);
    for (double& x : a) x = normal(random);
    for (double& x : b) x = normal(random);
    flagged += RankSumSlower(a, b) <= 0.05;
  }
  EXPECT_LT(flagged, 1000 + 4 * 31);  // 31 = sqrt(20000 0.05 0.95)
  EXPECT_GT(flagged, 700);
}

TEST(RankSumDistribution, MatchesTheCountsOfMannAndWhitney) {
  // Mann and Whitney (1947), table for n = 3: P(U <= 0..4) with m = 3.
  const RankSumDistribution distribution(3, 3);
  EXPECT_NEAR(distribution.LowerTail(0), .050, 5e-4);
  EXPECT_NEAR(distribution.LowerTail(1), .100, 5e-4);
  EXPECT_NEAR(distribution.LowerTail(2), .200, 5e-4);
  EXPECT_NEAR(distribution.LowerTail(3), .350, 5e-4);
  EXPECT_NEAR(distribution.LowerTail(4), .500, 5e-4);
  EXPECT_EQ(distribution.LowerTail(9), 1);
}

}  // namespace
}  // namespace mpigauge
