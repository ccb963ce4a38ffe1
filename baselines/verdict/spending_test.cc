#include "baselines/verdict/spending.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/json.h"

namespace mpigauge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The chance that |Z| stays within the limits over looks at 1, 2, ..., n.
double NeverOutside(const std::vector<double>& limits) {
  ContinuationDensity density;
  for (std::size_t k = 0; k < limits.size(); ++k) {
    density.Continue(static_cast<double>(k + 1), -limits[k], limits[k]);
  }
  return density.UpperTail(static_cast<double>(limits.size() + 1), -kInfinity);  // the next look, wherever it is
}

double UpperTailInverse(double p) {
  double low = 0;
  double high = 10;
  while (high - low > 1e-9) (NormalUpperTail((low + high) / 2) > p ? low : high) = (low + high) / 2;
  return low;
}

TEST(LooksUpTo, EndsAtTheBudget) {
  EXPECT_THAT(LooksUpTo(20), testing::ElementsAre(6, 8, 10, 14, 20));
  EXPECT_THAT(LooksUpTo(12), testing::ElementsAre(6, 8, 10, 12));
  EXPECT_THAT(LooksUpTo(40), testing::ElementsAre(6, 8, 10, 14, 20, 28, 40));
  EXPECT_THAT(LooksUpTo(3), testing::ElementsAre(3));
  EXPECT_THAT(LooksUpTo(6), testing::ElementsAre(6));
  EXPECT_THAT(LooksUpTo(8), testing::ElementsAre(6, 8));
  EXPECT_THAT(LooksUpTo(10), testing::ElementsAre(6, 8, 10));
}

// Jennison and Turnbull, Group Sequential Methods, tables 2.1 and 2.3: two-sided 0.05, five looks. Pocock's constant
// is 2.413, O'Brien and Fleming's 2.040 sqrt(5 / k).
TEST(ContinuationDensity, GivesThePublishedConstants) {
  EXPECT_NEAR(NeverOutside(std::vector<double>(5, 2.413)), 0.95, 1e-4);
  std::vector<double> obrien_fleming;
  for (int k = 1; k <= 5; ++k) obrien_fleming.push_back(2.040 * std::sqrt(5.0 / k));
  EXPECT_NEAR(NeverOutside(obrien_fleming), 0.95, 1e-4);
  EXPECT_NEAR(NeverOutside({1.959964}), 0.95, 1e-6);
}

// Lan and DeMets (1983), five equal looks, one-sided 0.025: O'Brien-Fleming-like spending 2 - 2 Phi(z / sqrt(t)) gives
// 4.877 3.357 2.680 2.290 2.031, Pocock-like alpha ln(1 + (e - 1) t) gives 2.438 2.427 2.410 2.397 2.386.
TEST(NominalLevels, GiveThePublishedSpendingBoundaries) {
  std::vector<double> obrien_fleming;
  std::vector<double> pocock;
  const std::vector<double> information = {1, 2, 3, 4, 5};
  for (const double n : information) {
    obrien_fleming.push_back(2 * NormalUpperTail(2.2414027 / std::sqrt(n / 5)));
    pocock.push_back(0.025 * std::log(1 + (std::exp(1.0) - 1) * n / 5));
  }
  const double want_obrien_fleming[] = {4.877, 3.357, 2.680, 2.290, 2.031};
  const double want_pocock[] = {2.438, 2.427, 2.410, 2.397, 2.386};
  const auto levels = NominalLevels(obrien_fleming, information);
  const auto pocock_levels = NominalLevels(pocock, information);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(UpperTailInverse(levels[k]), want_obrien_fleming[k], 6e-4) << k;
    EXPECT_NEAR(UpperTailInverse(pocock_levels[k]), want_pocock[k], 6e-4) << k;
  }
}

TEST(SpendingPlan, EqualsSciPysMultivariateNormal) {
  for (const Json& row : ReadJson("baselines/verdict/testdata/boundaries.json")) {
    SpendingPlan plan(row.at("looks").get<std::vector<int>>());
    std::vector<double> information;
    for (std::size_t k = 0; k < plan.looks().size(); ++k) {
      information.push_back(plan.looks()[k] / 2.0);
      const double want = row.at("levels")[k];
      EXPECT_NEAR(plan.Level(row.at("alpha"), information) / want, 1, 5e-3) << row.dump() << " look " << k;
    }
  }
}

TEST(SpendingPlan, SpendsItsAlphaAndNoMore) {
  SpendingPlan plan({6, 8, 10, 14, 20});
  EXPECT_EQ(plan.SpentAt(4, 0.025), 0.025);
  EXPECT_NEAR(plan.SpentAt(0, 0.025), 0.025 * std::pow(0.3, 1.5), 1e-12);
  ContinuationDensity density;
  std::vector<double> information;
  double spent = 0;
  for (const double n : {3.0, 4.0, 5.0, 7.0, 10.0}) {
    information.push_back(n);
    const double z = UpperTailInverse(plan.Level(0.025, information));
    spent += density.UpperTail(n, z);
    density.Continue(n, -kInfinity, z);
  }
  EXPECT_NEAR(spent, 0.025, 1e-7);
}

// A look without new launches cannot be crossed, and its share is there at the next.
TEST(SpendingPlan, ALookWithoutNewLaunchesCostsNothing) {
  SpendingPlan plan({6, 8, 10});
  EXPECT_EQ(plan.Level(0.025, {3, 3}), 0);
  EXPECT_GT(plan.Level(0.025, {3, 3, 5}), plan.Level(0.025, {3, 4, 5}));
}

}  // namespace
}  // namespace mpigauge
