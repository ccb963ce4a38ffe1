#include "stats/benjamini_hochberg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "base/json.h"

namespace mpigauge {
namespace {

const Json& Rows(const char* name) {
  static const Json kOracle = ReadJson("stats/testdata/comparison.json");
  return kOracle.at(name);
}

TEST(BenjaminiHochberg, EqualsTheDefinition) {
  for (const Json& row : Rows("benjamini_hochberg")) {
    const auto adjusted = BenjaminiHochbergAdjusted(row.at("p").get<std::vector<double>>());
    for (std::size_t i = 0; i < adjusted.size(); ++i) EXPECT_NEAR(adjusted[i], row.at("adjusted")[i], 1e-9);
  }
}

// Half of 40 hypotheses are false and found: of all rejections at most 5% are wrong on average (the exact share is
// 2.5%, 20 of 40 times alpha).
TEST(BenjaminiHochberg, KeepsTheShareOfFalseRejections) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform;
  double share = 0;
  for (int i = 0; i < 5000; ++i) {
    std::vector<double> p(40);
    for (std::size_t k = 0; k < p.size(); ++k) p[k] = k < 20 ? uniform(random) : uniform(random) * 1e-6;
    const auto adjusted = BenjaminiHochbergAdjusted(p);
    int wrong = 0;
    int all = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      wrong += k < 20 && adjusted[k] <= 0.05;
      all += adjusted[k] <= 0.05;
    }
    share += all == 0 ? 0 : static_cast<double>(wrong) / all;
  }
  EXPECT_NEAR(share / 5000, 0.025, 0.002);
}

}  // namespace
}  // namespace mpigauge
