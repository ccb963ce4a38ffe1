#include "stats/interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

TEST(MeanInterval, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    const auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    for (const Json& at : row.at("intervals")) {
      const auto interval = MeanInterval(values, at.at("confidence"));
      ASSERT_EQ(interval.has_value(), !at.at("mean").is_null());
      if (!interval) continue;
      const double tolerance = 1e-8 * interval->width() + 1e-12;  // see distribution_test.cc
      EXPECT_NEAR(interval->low, at.at("mean")[0], tolerance);
      EXPECT_NEAR(interval->high, at.at("mean")[1], tolerance);
      EXPECT_EQ(interval->confidence, at.at("confidence"));
    }
    if (values.size() < 2) continue;
    EXPECT_NEAR(RelativeStandardError(values), row.at("relative_standard_error"), 1e-10);
  }
}

TEST(MeanInterval, NothingIsSaidOfOneValue) {
  EXPECT_FALSE(MeanInterval({}, 0.95).has_value());
  EXPECT_FALSE(MeanInterval(std::vector<double>{1}, 0.95).has_value());
  EXPECT_TRUE(std::isinf(RelativeStandardError(std::vector<double>{1})));
  EXPECT_TRUE(std::isinf(RelativeStandardError(std::vector<double>{-1, 1})));
  EXPECT_TRUE(std::isinf(RelativeStandardError(std::vector<double>{-3, -1})));
  EXPECT_NEAR(RelativeStandardError(std::vector<double>{1, 3}), 0.5, 1e-12);  // sqrt(2) / sqrt(2) of 2
}

TEST(MeanInterval, EqualValuesHaveAnIntervalOfNoWidth) {
  EXPECT_EQ(MeanInterval(std::vector<double>(5, 2.5), 0.95), (Interval{2.5, 2.5, 0.95}));
  EXPECT_EQ(RelativeStandardError(std::vector<double>(5, 2.5)), 0);
}

// Times on a large offset: a sum of squares less the square of a sum would have no digit left.
TEST(MeanInterval, NothingCancels) {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(1e9 + i % 2);
  const auto interval = MeanInterval(values, 0.95);
  EXPECT_NEAR(interval->width(), 0.0621, 1e-3);  // 2 x 1.962 x 0.50025 / sqrt(1000)
}

TEST(MeanInterval, RefusesWhatIsNotFiniteAndNoConfidence) {
  EXPECT_THROW(MeanInterval(std::vector<double>{1, std::nan("")}, 0.95), std::invalid_argument);
  EXPECT_THROW(RelativeStandardError(std::vector<double>{1, std::numeric_limits<double>::infinity()}),
               std::invalid_argument);
  EXPECT_THROW(MeanInterval(std::vector<double>{1, 2}, 1), std::invalid_argument);
  EXPECT_THROW(MeanInterval(std::vector<double>{1, 2}, std::nan("")), std::invalid_argument);
}

void ExpectEqual(const std::optional<Interval>& interval, const Json& want) {
  ASSERT_EQ(interval.has_value(), !want.is_null());
  if (!interval) return;
  EXPECT_NEAR(interval->low, want[0], 1e-12);
  EXPECT_NEAR(interval->high, want[1], 1e-12);
  EXPECT_NEAR(interval->confidence, want[2], 1e-8);
}

TEST(OrderInterval, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    std::sort(values.begin(), values.end());
    for (const Json& at : row.at("intervals")) {
      SCOPED_TRACE(at.dump() + row.at("n").dump());
      ExpectEqual(MedianInterval(values, at.at("confidence")), at.at("median"));
      ExpectEqual(QuantileInterval(values, 0.99, at.at("confidence")), at.at("p99"));
    }
  }
}

// Le Boudec's table of intervals of the median at 0.95 (Performance Evaluation, appendix A): 6: 1..6, 0.969;
// 10: 2..9, 0.979; 20: 6..15, 0.959.
TEST(OrderInterval, EqualsThePrintedTable) {
  const std::vector<OrderRanks> table = {{1, 6, 0.969}, {2, 9, 0.979}, {6, 15, 0.959}};
  const std::vector<std::size_t> sizes = {6, 10, 20};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto ranks = QuantileRanks(sizes[i], 0.5, 0.95);
    ASSERT_TRUE(ranks.has_value());
    EXPECT_EQ(ranks->low, table[i].low);
    EXPECT_EQ(ranks->high, table[i].high);
    EXPECT_NEAR(ranks->confidence, table[i].confidence, 6e-4);
  }
}

TEST(OrderInterval, NothingWhereTheSampleIsTooSmall) {
  EXPECT_FALSE(QuantileRanks(0, 0.5, 0.95).has_value());
  EXPECT_FALSE(QuantileRanks(5, 0.5, 0.95).has_value());
  EXPECT_TRUE(QuantileRanks(6, 0.5, 0.95).has_value());
  EXPECT_FALSE(QuantileRanks(367, 0.99, 0.95).has_value());
  EXPECT_TRUE(QuantileRanks(368, 0.99, 0.95).has_value());
}

TEST(OrderInterval, TheLevelIsReachedAtEverySize) {
  for (std::size_t n = 6; n < 2000; n = n * 9 / 8 + 1) {
    for (const double p : {0.25, 0.5, 0.9}) {
      const auto ranks = QuantileRanks(n, p, 0.95);
      if (!ranks) continue;
      EXPECT_GE(ranks->confidence, 0.95) << n;
      EXPECT_LE(ranks->low, ranks->high) << n;
    }
  }
}

// 5000 samples each; four standard errors are at most 1.2 points.
TEST(OrderInterval, CoversTheMedianOfSkewedValues) {
  std::mt19937 random(5);
  std::lognormal_distribution<double> skewed(0, 0.5);
  for (const std::size_t n : {6, 11, 50, 200}) {
    int covered = 0;
    double level = 0;
    for (int i = 0; i < 5000; ++i) {
      std::vector<double> values(n);
      for (double& value : values) value = skewed(random);
      std::sort(values.begin(), values.end());
      const auto interval = MedianInterval(values, 0.95);
      level = interval->confidence;
      covered += interval->low <= 1 && 1 <= interval->high;
    }
    EXPECT_NEAR(covered / 5000.0, level, 0.012) << n;
  }
}

TEST(OrderInterval, RefusesWhatIsNotFiniteAndNoShare) {
  EXPECT_THROW(MedianInterval(std::vector<double>{1, std::nan("")}, 0.95), std::invalid_argument);
  EXPECT_THROW(QuantileRanks(10, 1, 0.95), std::invalid_argument);
  EXPECT_THROW(QuantileRanks(10, 0, 0.95), std::invalid_argument);
  EXPECT_THROW(QuantileRanks(10, 0.5, 0), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
