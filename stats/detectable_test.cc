#include "stats/detectable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "stats/slower.h"

namespace mpigauge {
namespace {

// t(0.975, 2 L - 2) + t(0.8, 2 L - 2), times sqrt(2 / L), from a table of Student's t: 3, 10 and 30 launches of 2%.
TEST(Detectable, EqualsTheTable) {
  EXPECT_NEAR(DetectableByT(3, 0.02, 0.025, 0.8), (2.7764 + 0.9410) * 0.02 * std::sqrt(2.0 / 3), 2e-6);
  EXPECT_NEAR(DetectableByT(10, 0.02, 0.025, 0.8), (2.1009 + 0.8620) * 0.02 * std::sqrt(0.2), 2e-6);
  EXPECT_NEAR(DetectableByT(30, 0.02, 0.025, 0.8), (2.0017 + 0.8480) * 0.02 * std::sqrt(2.0 / 30), 2e-6);
}

TEST(Detectable, NothingIsWhereTheLevelCannotBeReached) {
  EXPECT_TRUE(std::isinf(DetectableByT(1, 0.02, 0.025, 0.8)));
  EXPECT_TRUE(std::isinf(DetectableAtAnySpread(3, 0.02, 0.025, 0.8)));  // 1 / 20
  EXPECT_TRUE(std::isfinite(DetectableAtAnySpread(3, 0.02, 0.05, 0.8)));
  EXPECT_TRUE(std::isinf(DetectableAtAnySpread(0, 0.02, 0.025, 0.8)));
}

// The larger of two. By ranks it is what Student's t gives, over sqrt(3 / pi) = 0.97720; with 30 launches that is the
// larger one. With 10 it is the other, whose first quantile is that of one side's degrees (2.2622).
TEST(Detectable, AtAnySpreadIsTheLargerOfTwo) {
  EXPECT_NEAR(DetectableAtAnySpread(10, 0.02, 0.025, 0.8), (2.2622 + 0.8620) * 0.02 * std::sqrt(0.2), 2e-6);
  EXPECT_NEAR(DetectableAtAnySpread(30, 0.02, 0.025, 0.8), (2.0017 + 0.8480) / 0.97720 * 0.02 * std::sqrt(2.0 / 30),
              2e-6);
}

// The stated difference is found as often as stated: 4000 pairs each, four standard errors are 2.5 points; the ranks
// are discrete.
TEST(Detectable, IsFoundAsOftenAsStated) {
  std::mt19937_64 random(19);
  std::normal_distribution<double> normal(0, 0.02);
  for (const std::size_t n : {6, 10, 20}) {
    const double slower[2] = {DetectableByT(n, 0.02, 0.025, 0.8), DetectableAtAnySpread(n, 0.02, 0.025, 0.8)};
    int found[2] = {0, 0};
    for (int i = 0; i < 4000; ++i) {
      for (int by_ranks = 0; by_ranks < 2; ++by_ranks) {
        std::vector<double> a(n);
        std::vector<double> b(n);
        for (double& x : a) x = normal(random);
        for (double& x : b) x = normal(random) + slower[by_ranks];
        found[by_ranks] += (by_ranks ? SlowerAtAnySpread(a, b) : WelchSlower(a, b)) <= 0.025;
      }
    }
    EXPECT_NEAR(found[0] / 4000.0, 0.8, 0.03) << n;
    EXPECT_NEAR(found[1] / 4000.0, 0.8, 0.05) << n;
  }
}

}  // namespace
}  // namespace mpigauge
