#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

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
  EXPECT_EQ(share.interval().high, 1);
  share.Add(true);
  share.Add(false);
  EXPECT_EQ(share.value(), 0.5);
}

}  // namespace
}  // namespace mpigauge
