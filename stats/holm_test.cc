#include "stats/holm.h"

#include <gtest/gtest.h>

#include <random>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

TEST(Holm, EqualsTheOracle) {
  for (const Json& row : Oracle().at("holm")) {
    const auto adjusted = HolmAdjusted(row.at("p").get<std::vector<double>>());
    for (std::size_t i = 0; i < adjusted.size(); ++i) EXPECT_NEAR(adjusted[i], row.at("adjusted")[i], 1e-12);
  }
}

// The example of R's p.adjust(c(0.01, 0.02, 0.03, 0.04), "holm"): 0.04 0.06 0.06 0.06.
TEST(Holm, EqualsRsExample) {
  const auto adjusted = HolmAdjusted(std::vector<double>{0.03, 0.01, 0.04, 0.02});
  EXPECT_NEAR(adjusted[1], 0.04, 1e-12);
  EXPECT_NEAR(adjusted[0], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-12);
  EXPECT_NEAR(adjusted[3], 0.06, 1e-12);
  EXPECT_EQ(HolmAdjusted(std::vector<double>{0.9, 0.8}), (std::vector<double>{1, 1}));
}

TEST(Holm, KeepsTheFamilyWiseLevel) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform;
  int any = 0;
  for (int i = 0; i < 10000; ++i) {
    std::vector<double> p(50);
    for (double& x : p) x = uniform(random);
    const auto adjusted = HolmAdjusted(p);
    any += *std::min_element(adjusted.begin(), adjusted.end()) <= 0.05;
  }
  EXPECT_LT(any, 500 + 4 * 22);
  EXPECT_GT(any, 500 - 4 * 22);
}

}  // namespace
}  // namespace mpigauge
