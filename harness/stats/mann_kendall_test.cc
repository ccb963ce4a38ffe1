#include "harness/stats/mann_kendall.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "harness/stats/oracle.h"

namespace mpigauge {
namespace {

TEST(MannKendall, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    if (!row.contains("trend")) continue;
    const Trend trend = MannKendall(Generated(row.at("kind").get<std::string>(), row.at("n")));
    const double score = row.at("trend")[0];
    const double p = row.at("trend")[1];
    EXPECT_NEAR(trend.score, score, 1) << row.at("kind") << row.at("n");
    EXPECT_NEAR(trend.p_value, p, 1e-6 * p + 1e-12) << row.at("kind") << row.at("n");
  }
}

TEST(MannKendall, RisingFallingAndFlat) {
  EXPECT_EQ(MannKendall(std::vector<double>{1, 2, 3, 4, 5}).score, 10);
  EXPECT_EQ(MannKendall(std::vector<double>{5, 4, 3, 2, 1}).score, -10);
  EXPECT_EQ(MannKendall(std::vector<double>{1, 1, 2}).score, 2);
  EXPECT_EQ(MannKendall(std::vector<double>(7, 3.0)).p_value, 1);
  EXPECT_EQ(MannKendall({}).p_value, 1);
  EXPECT_EQ(MannKendall(std::vector<double>{4}).p_value, 1);
}

TEST(MannKendall, CorrelatedValuesSayLess) {
  const Trend trend = MannKendall(std::vector<double>{1, 2, 3, 5, 4, 6, 7, 9, 8, 10});
  EXPECT_GT(trend.PValue(4), trend.p_value);
}

TEST(MannKendall, RefusesWhatIsNotFinite) {
  EXPECT_THROW(MannKendall(std::vector<double>{1, std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
