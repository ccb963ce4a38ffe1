#include "harness/stats/mean_interval.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "harness/stats/oracle.h"

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

}  // namespace
}  // namespace mpigauge
