#include "harness/stats/outliers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "harness/stats/oracle.h"

namespace mpigauge {
namespace {

TEST(Outliers, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    const auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    auto sorted = values;
    std::sort(sorted.begin(), sorted.end());
    const Fences fences = TukeyFences(sorted);
    EXPECT_NEAR(fences.low, row.at("outliers")[0], 1e-10);
    EXPECT_NEAR(fences.high, row.at("outliers")[1], 1e-10);
    const auto inside = WithoutOutliers(values);
    EXPECT_EQ(static_cast<double>(inside.size()), row.at("outliers")[2]);
    EXPECT_NEAR(std::accumulate(inside.begin(), inside.end(), 0.0) / static_cast<double>(inside.size()),
                row.at("outliers")[3], 1e-9);
  }
}

TEST(Outliers, TheOrderIsKept) {
  const std::vector<double> values = {5, 1, 4, 900, 3, 2, 5, 1, 4, 3, 2, 3};
  EXPECT_EQ(WithoutOutliers(values), (std::vector<double>{5, 1, 4, 3, 2, 5, 1, 4, 3, 2, 3}));
}

TEST(Outliers, SmallSamplesStayWhole) {
  const std::vector<double> ten = {1, 1, 1, 1, 1, 1, 1, 1, 1, 900};
  EXPECT_EQ(WithoutOutliers(ten), ten);
  EXPECT_TRUE(WithoutOutliers({}).empty());
}

// More than three quarters of the values equal (a coarse clock): the fences meet, all else is outside.
TEST(Outliers, ManyTies) {
  std::vector<double> values(20, 2.0);
  values[3] = 2.5;
  EXPECT_EQ(WithoutOutliers(values), std::vector<double>(19, 2.0));
}

TEST(Outliers, RefusesWhatIsNotFinite) {
  EXPECT_THROW(WithoutOutliers(std::vector<double>{1, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(TukeyFences(std::vector<double>{1, std::numeric_limits<double>::infinity()}), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
