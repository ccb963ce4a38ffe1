#include "harness/stats/welch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "harness/base/json.h"

namespace mpigauge {
namespace {

const Json& Rows(const char* name) {
  static const Json kOracle = ReadJson("harness/stats/testdata/comparison.json");
  return kOracle.at(name);
}

TEST(Welch, EqualsSciPy) {
  for (const Json& row : Rows("welch")) {
    const auto baseline = row.at("baseline").get<std::vector<double>>();
    const auto candidate = row.at("candidate").get<std::vector<double>>();
    EXPECT_NEAR(WelchSlower(baseline, candidate), row.at("p"), 1e-8);
    const auto interval = WelchInterval(baseline, candidate, 0.95);
    ASSERT_TRUE(interval.has_value());
    EXPECT_NEAR(interval->low, row.at("interval")[0], 1e-7);
    EXPECT_NEAR(interval->high, row.at("interval")[1], 1e-7);
  }
}

TEST(Welch, SaysNothingWhereNothingVariesOrIsThere) {
  const std::vector<double> same = {1, 1, 1};
  EXPECT_EQ(WelchSlower(same, same), 1);
  EXPECT_EQ(WelchSlower({}, same), 1);
  EXPECT_EQ(WelchSlower(std::vector<double>{1}, std::vector<double>{1, 2}), 1);
  EXPECT_FALSE(WelchInterval(same, same, 0.95).has_value());
}

}  // namespace
}  // namespace mpigauge
