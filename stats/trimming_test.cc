#include "stats/trimming.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

TEST(TrimmedMean, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    std::sort(values.begin(), values.end());
    for (const Json& at : row.at("intervals")) {
      const auto interval = TrimmedMeanInterval(values, at.at("confidence"));
      ASSERT_EQ(interval.has_value(), !at.at("trimmed-mean").is_null());
      if (!interval) continue;
      const double tolerance = 1e-8 * interval->width() + 1e-12;  // see distribution_test.cc
      EXPECT_NEAR(interval->low, at.at("trimmed-mean")[0], tolerance);
      EXPECT_NEAR(interval->high, at.at("trimmed-mean")[1], tolerance);
    }
  }
}

TEST(TrimmedMean, LeavesOutAQuarterAtEitherSide) {
  EXPECT_EQ(TrimmedMean(std::vector<double>{-1e6, 2, 4, 1e6}), 3);
  EXPECT_EQ(TrimmedMean(std::vector<double>{1, 2, 6}), 3);  // a quarter of three is no value
  EXPECT_EQ(TrimmedMean(std::vector<double>{1, 2, 6}, 0.4), 2);
  EXPECT_TRUE(std::isnan(TrimmedMean({})));
}

TEST(TrimmedMean, NothingWhereOneValueRemains) {
  EXPECT_FALSE(TrimmedMeanInterval({}, 0.95).has_value());
  EXPECT_FALSE(TrimmedMeanInterval(std::vector<double>{1}, 0.95).has_value());
  EXPECT_FALSE(TrimmedMeanInterval(std::vector<double>{1, 2, 3}, 0.95, 0.4).has_value());
  EXPECT_TRUE(TrimmedMeanInterval(std::vector<double>{1, 2}, 0.95).has_value());
}

// 4000 normal samples with every twentieth value replaced by one up to fifty times as large; four standard errors
// are 1.4 points.
TEST(TrimmedMean, CoversTheCentreWithOutliers) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal(10, 1);
  int covered = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<double> values(40);
    for (double& value : values) value = normal(random);
    values[0] = 10 + 50 * (values[0] - 10);
    values[20] = 10 + 50 * (values[20] - 10);
    std::sort(values.begin(), values.end());
    const auto interval = TrimmedMeanInterval(values, 0.95);
    covered += interval->low <= 10 && 10 <= interval->high;
  }
  EXPECT_NEAR(covered / 4000.0, 0.95, 0.02);
}

TEST(TrimmedMean, RefusesWhatIsNotFiniteAndNoShare) {
  EXPECT_THROW(TrimmedMean(std::vector<double>{std::nan("")}), std::invalid_argument);
  EXPECT_THROW(TrimmedMean(std::vector<double>{1}, 0.5), std::invalid_argument);
  EXPECT_THROW(TrimmedMean(std::vector<double>{1}, -0.1), std::invalid_argument);
  EXPECT_THROW(TrimmedMeanInterval(std::vector<double>{1, 2}, 2), std::invalid_argument);
}

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
  std::vector<double> eleven = ten;
  eleven.push_back(1);
  EXPECT_EQ(WithoutOutliers(eleven), std::vector<double>(10, 1.0));
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
