#include "stats/slower.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/json.h"
#include "stats/distribution.h"
#include "stats/rank_sum.h"

namespace mpigauge {
namespace {

using Values = std::vector<double>;

TEST(BehrensFisher, EqualsSciPy) {
  static const Json kOracle = ReadJson("stats/testdata/comparison.json");
  for (const Json& row : kOracle.at("behrens_fisher")) {
    const auto baseline = row.at("baseline").get<Values>();
    const auto candidate = row.at("candidate").get<Values>();
    EXPECT_NEAR(BehrensFisherSlower(baseline, candidate), row.at("p"), 1e-8);
    EXPECT_EQ(SlowerAtAnySpread(baseline, candidate),
              std::max(RankSumSlower(baseline, candidate), BehrensFisherSlower(baseline, candidate)));
  }
}

TEST(BehrensFisher, ConstantSamplesDifferForCertainAndOneValueGivesNoEvidence) {
  const Values one = {1, 1, 1};
  const Values two = {2, 2, 2};
  EXPECT_EQ(BehrensFisherSlower(one, two), 0);
  EXPECT_EQ(BehrensFisherSlower(two, one), 1);
  EXPECT_EQ(BehrensFisherSlower(one, one), 1);
  EXPECT_NEAR(SlowerAtAnySpread(one, two), 1.0 / 20, 1e-12);  // the ranks have the last word
  EXPECT_EQ(SlowerAtAnySpread(one, Values{2}), 1);
  EXPECT_EQ(SlowerAtAnySpread({}, one), 1);
}

// 5 launches that vary by 10, 30 by 1, no difference: at 0.005 the rank sum errs seven times too often, the larger p
// does not. 40000 pairs, fixed seed; by the binomial distribution no more errors than that in 999 of 1000 such tests.
TEST(SlowerAtAnySpread, HoldsWhereTheRankSumDoesNot) {
  constexpr int kPairs = 40000;
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  std::ptrdiff_t errors = 0;
  std::ptrdiff_t errors_of_ranks = 0;
  for (int i = 0; i < kPairs; ++i) {
    Values baseline(30);
    Values candidate(5);
    for (double& value : baseline) value = normal(random);
    for (double& value : candidate) value = 10 * normal(random);
    const double by_ranks = RankSumSlower(baseline, candidate);
    if (by_ranks > 0.005) continue;
    ++errors_of_ranks;
    errors += SlowerAtAnySpread(baseline, candidate) <= 0.005;
  }
  EXPECT_LT(BinomialCdf(errors - 1, kPairs, 0.005), 0.999) << errors;
  EXPECT_GT(errors_of_ranks, 4 * 0.005 * kPairs);
}

}  // namespace
}  // namespace mpigauge
