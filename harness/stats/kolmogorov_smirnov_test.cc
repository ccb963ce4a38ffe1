#include "harness/stats/kolmogorov_smirnov.h"

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

TEST(KolmogorovSmirnov, EqualsSciPy) {
  for (const Json& row : Rows("shapes")) {
    const auto result =
        CompareShapes(row.at("one").get<std::vector<double>>(), row.at("other").get<std::vector<double>>());
    EXPECT_NEAR(result.distance, row.at("distance"), 1e-9);
    EXPECT_NEAR(result.p, row.at("p"), 1e-8) << row.at("one").size();
  }
}

TEST(KolmogorovSmirnov, EqualSamplesAndNoSamples) {
  const std::vector<double> values = {1, 2, 2, 3};
  EXPECT_EQ(CompareShapes(values, values).distance, 0);
  EXPECT_EQ(CompareShapes(values, values).p, 1);
  EXPECT_EQ(CompareShapes({}, values).p, 1);
}

// A second mode that leaves the median where it is.
TEST(KolmogorovSmirnov, SeesAChangeOfShape) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> one(60);
  std::vector<double> other(60);
  for (double& x : one) x = normal(random);
  for (double& x : other) x = normal(random) / 4 + (random() % 2 == 0 ? 1.5 : -1.5);
  EXPECT_LT(CompareShapes(one, other).p, 0.001);
}

}  // namespace
}  // namespace mpigauge
