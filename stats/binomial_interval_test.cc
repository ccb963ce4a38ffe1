#include <gtest/gtest.h>

#include <cmath>

#include "base/json.h"
#include "stats/proportions.h"

namespace mpigauge {
namespace {

const Json& Rows(const char* name) {
  static const Json kOracle = ReadJson("stats/testdata/comparison.json");
  return kOracle.at(name);
}

TEST(BinomialInterval, EqualsSciPy) {
  for (const Json& row : Rows("clopper_pearson")) {
    const Interval interval = BinomialInterval(row.at("count"), row.at("of"), 0.95);
    EXPECT_NEAR(interval.low, row.at("interval")[0], 1e-9);
    EXPECT_NEAR(interval.high, row.at("interval")[1], 1e-9);
  }
}

TEST(Share, CountsAndSaysNothingOfNothing) {
  Share share;
  EXPECT_EQ(share.value(), 0);
  EXPECT_EQ(share.interval(), (Interval{0, 1, 0.95}));
  share.Add(true);
  share.Add(false);
  EXPECT_EQ(share.value(), 0.5);
  // One of two: at the lower limit 1 - (1 - p)^2 = 0.025, at the upper one 1 - p^2 = 0.025.
  EXPECT_NEAR(share.interval().low, 1 - std::sqrt(0.975), 1e-9);
  EXPECT_NEAR(share.interval().high, std::sqrt(0.975), 1e-9);
}

}  // namespace
}  // namespace mpigauge
