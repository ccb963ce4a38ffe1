#include "stats/detectable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "stats/slower.h"

namespace mpigauge {
namespace {

TEST(Detectable, NothingIsWhereTheLevelCannotBeReached) {
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
    const double slower = DetectableAtAnySpread(n, 0.02, 0.025, 0.8);
    int found = 0;
    for (int i = 0; i < 4000; ++i) {
      std::vector<double> a(n);
      std::vector<double> b(n);
      for (double& x : a) x = normal(random);
      for (double& x : b) x = normal(random) + slower;
      found += SlowerAtAnySpread(a, b) <= 0.025;
    }
    EXPECT_NEAR(found / 4000.0, 0.8, 0.05) << n;
  }
}

}  // namespace
}  // namespace mpigauge
