#include "stats/variance_components.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/json.h"

namespace mpigauge {
namespace {

const Json& Rows(const char* name) {
  static const Json kOracle = ReadJson("stats/testdata/comparison.json");
  return kOracle.at(name);
}

using Runs = std::vector<std::vector<std::vector<double>>>;

TEST(VarianceComponents, EqualsMomentsByExplicitMatrices) {
  for (const Json& row : Rows("components")) {
    const VarianceComponents found = EstimateVarianceComponents(row.at("runs").get<Runs>());
    EXPECT_NEAR(found.runs / row.at("components")[0].get<double>(), 1, 1e-6);
    EXPECT_NEAR(found.launches / row.at("components")[1].get<double>(), 1, 1e-6);
    EXPECT_NEAR(found.observations / row.at("components")[2].get<double>(), 1, 1e-6);
  }
}

TEST(VarianceComponents, UnknownComponentsAreNan) {
  const VarianceComponents one_run = EstimateVarianceComponents(Runs{{{1, 2}, {2, 3}}});
  EXPECT_TRUE(std::isnan(one_run.runs));
  EXPECT_NEAR(one_run.observations, 0.5, 1e-12);
  EXPECT_NEAR(one_run.launches, 0.25, 1e-12);  // (1 - 0.5) / 2
  const VarianceComponents single = EstimateVarianceComponents(Runs{{{1}, {2}}, {{3}, {4}}});
  EXPECT_TRUE(std::isnan(single.observations));
  EXPECT_NEAR(single.launches, 0.5, 1e-12);
  EXPECT_EQ(single.launch_count, 4U);
  EXPECT_TRUE(std::isnan(EstimateVarianceComponents(Runs{}).runs));
}

TEST(VarianceComponents, AreNeverBelowZero) {
  const VarianceComponents found = EstimateVarianceComponents(Runs{{{1, 3}, {3, 1}}, {{1, 3}, {1, 3}}});
  EXPECT_EQ(found.launches, 0);
  EXPECT_EQ(found.runs, 0);
}

}  // namespace
}  // namespace mpigauge
