#include "stats/within_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/json.h"

namespace mpigauge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

std::vector<GroupedValue> RowsOf(const Json& oracle) {
  std::vector<GroupedValue> rows;
  for (const Json& row : oracle.at("rows")) rows.push_back({row[0], row[1], row[2].get<std::vector<double>>()});
  return rows;
}

// NumPy's least squares with a column of ones for each group, and once more without each group.
TEST(FitWithinGroups, EqualsNumPy) {
  const Json oracle = ReadJson("stats/testdata/comparison.json");
  ASSERT_GE(oracle.at("within_groups").size(), 3U);
  for (const Json& one : oracle.at("within_groups")) {
    const GroupedFit fit = FitWithinGroups(RowsOf(one));
    const auto slopes = one.at("slopes").get<std::vector<double>>();
    ASSERT_EQ(fit.slopes.size(), slopes.size());
    for (std::size_t i = 0; i < slopes.size(); ++i) EXPECT_NEAR(fit.slopes[i], slopes[i], 1e-8);
    EXPECT_NEAR(fit.explained, one.at("explained").get<double>(), 1e-8);
  }
}

std::vector<GroupedValue> Drawn(double of_last_group) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<GroupedValue> rows;
  for (std::size_t i = 0; i < 60; ++i) {
    const double x = normal(random);
    rows.push_back({i / 10, 2 * x + 0.1 * normal(random) + (i >= 50 ? of_last_group : 0), {x}});
  }
  return rows;
}

// An effect that is the same for a whole group is neither explained nor taken for an effect of the covariates.
TEST(FitWithinGroups, TheLevelOfAGroupChangesNothing) {
  const GroupedFit plain = FitWithinGroups(Drawn(0));
  const GroupedFit moved = FitWithinGroups(Drawn(5));
  EXPECT_NEAR(plain.slopes[0], 2, 0.05);
  EXPECT_GT(plain.explained, 0.99);
  EXPECT_NEAR(moved.slopes[0], plain.slopes[0], 1e-9);
  EXPECT_NEAR(moved.explained, plain.explained, 1e-9);
}

TEST(FitWithinGroups, CovariatesWithNothingOfTheirOwnHaveSlopeZero) {
  std::vector<GroupedValue> rows = Drawn(0);
  const double alone = FitWithinGroups(rows).slopes[0];
  for (GroupedValue& row : rows) row.covariates = {3, row.covariates[0], 2 * row.covariates[0]};
  EXPECT_THAT(FitWithinGroups(rows).slopes, ElementsAre(0, DoubleNear(alone, 1e-9), 0));
}

// Held out: twenty covariates that are noise explain half of 40 values to themselves, and nothing of others.
TEST(FitWithinGroups, NoiseExplainsNothing) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  std::vector<GroupedValue> rows;
  for (std::size_t i = 0; i < 40; ++i) {
    GroupedValue& row = rows.emplace_back(GroupedValue{i / 8, normal(random), {}});
    for (int j = 0; j < 20; ++j) row.covariates.push_back(normal(random));
  }
  EXPECT_LT(FitWithinGroups(rows).explained, 0);
  EXPECT_EQ(FitWithinGroups({}).explained, 0);
  const std::vector<GroupedValue> equal = {{0, 1, {1}}, {0, 1, {2}}};
  EXPECT_EQ(FitWithinGroups(equal).explained, 0);
}

}  // namespace
}  // namespace mpigauge
