#include "stats/signed_rank.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/json.h"

namespace mpigauge {
namespace {

// By SciPy: wilcoxon(alternative="greater"), exact without ties, approximate for many; where there are ties or zeros
// by going through all signs. The interval by the test, turned around for every candidate of a limit.
TEST(SignedRank, EqualsSciPyAndAllSignFlips) {
  const Json oracle = ReadJson("stats/testdata/comparison.json");
  for (const Json& row : oracle.at("signed_rank")) {
    const auto differences = row.at("differences").get<std::vector<double>>();
    EXPECT_NEAR(SignedRankPositive(differences), row.at("p"), 1e-9) << row.at("method") << differences.size();
    if (!row.contains("interval")) continue;
    const ShiftInterval shift = SignedRankInterval(differences, 0.95, SignedRankDistribution(differences.size()));
    EXPECT_NEAR(shift.estimate, row.at("estimate"), 1e-9);
    EXPECT_NEAR(shift.low, row.at("interval")[0], 1e-9) << differences.size();
    EXPECT_NEAR(shift.high, row.at("interval")[1], 1e-9) << differences.size();
    EXPECT_NEAR(shift.level, row.at("level"), 1e-9);
  }
}

// Hollander and Wolfe, table 3.1 and example 3.1: Hamilton's depression scale, first and second visit. T+ = 5 of nine;
// P(T+ <= 5) is .020; theta is -.46, and [-.786, -.010] has level 96.1%.
TEST(SignedRank, EqualsHollanderAndWolfe) {
  const std::vector<double> first = {1.83, .50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const std::vector<double> second = {.878, .647, .598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> gain;
  for (std::size_t i = 0; i < first.size(); ++i) gain.push_back(first[i] - second[i]);
  EXPECT_NEAR(SignedRankPositive(gain), .020, 5e-4);
  const ShiftInterval shift = SignedRankInterval(gain, 0.95, SignedRankDistribution(9));
  EXPECT_NEAR(shift.estimate, .46, 5e-4);
  EXPECT_NEAR(shift.low, .010, 5e-4);
  EXPECT_NEAR(shift.high, .786, 5e-4);
  EXPECT_NEAR(shift.level, .961, 5e-4);
}

TEST(SignedRank, NothingIsProvedByNothing) {
  EXPECT_EQ(SignedRankPositive({}), 1);
  EXPECT_EQ(SignedRankPositive(std::vector<double>{0, 0}), 1);
  EXPECT_EQ(SignedRankPositive(std::vector<double>{3}), 0.5);
  EXPECT_EQ(SignedRankInterval({}, 0.95, SignedRankDistribution(0)).level, 0);
  // Three differences allow an interval of 1 - 2 / 8.
  const ShiftInterval three = SignedRankInterval(std::vector<double>{1, 2, 4}, 0.95, SignedRankDistribution(3));
  EXPECT_EQ(three.level, 0.75);
  EXPECT_EQ(three.low, 1);
  EXPECT_EQ(three.high, 4);
}

}  // namespace
}  // namespace mpigauge
