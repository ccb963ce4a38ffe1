#include "stats/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

TEST(Summary, EqualsSciPy) {
  for (const Json& row : Oracle().at("summary")) {
    const auto values = row.at("values").get<std::vector<double>>();
    const Summary summary = Summarize(values);
    EXPECT_EQ(summary.count, static_cast<std::int64_t>(values.size()));
    EXPECT_NEAR(summary.median, row.at("median"), 1e-12);
    EXPECT_NEAR(summary.trimmed_mean, row.at("trimmed_mean"), 1e-12);
    EXPECT_NEAR(summary.mean, row.at("mean"), 1e-12);
    EXPECT_NEAR(summary.p99, row.at("p99"), 1e-12);
    EXPECT_NEAR(summary.standard_deviation, row.at("standard_deviation"), 1e-12);
  }
}

TEST(Summary, TheSmallestAndTheLargestAreThoseOfTheSample) {
  const Summary summary = Summarize(std::vector<double>{4, 9, 2, 7});
  EXPECT_EQ(summary.minimum, 2);
  EXPECT_EQ(summary.maximum, 9);
  const Summary one = Summarize(std::vector<double>{3});
  EXPECT_EQ(one.median, 3);
  EXPECT_EQ(one.p99, 3);
  EXPECT_EQ(one.standard_deviation, 0);
}

TEST(Summary, NothingIsSaidOfAnEmptySample) {
  const Summary summary = Summarize({});
  EXPECT_EQ(summary.count, 0);
  for (const double none : {summary.median, summary.trimmed_mean, summary.mean, summary.minimum, summary.maximum,
                            summary.p99, summary.standard_deviation}) {
    EXPECT_TRUE(std::isnan(none));
  }
}

TEST(Quantile, LiesBetweenTheValuesBesideItsPlace) {
  const std::vector<double> sorted = {10, 20, 40};
  EXPECT_EQ(Quantile(sorted, 0), 10);
  EXPECT_EQ(Quantile(sorted, 0.25), 15);
  EXPECT_EQ(Quantile(sorted, 0.5), 20);
  EXPECT_EQ(Quantile(sorted, 0.75), 30);
  EXPECT_EQ(Quantile(sorted, 1), 40);
}

TEST(Summary, InfinityAndNaNAreRefused) {
  EXPECT_THROW(Summarize(std::vector<double>{1, std::nan("")}), std::invalid_argument);
  EXPECT_THROW(Summarize(std::vector<double>{1, std::numeric_limits<double>::infinity()}), std::invalid_argument);
}

TEST(Summary, AMillionValuesWithTies) {
  std::vector<double> values(1000000, 2.0);
  for (std::size_t i = 0; i < 250000; ++i) values[i] = 1.0;
  const Summary summary = Summarize(values);
  EXPECT_EQ(summary.median, 2);
  EXPECT_EQ(summary.trimmed_mean, 2);
  EXPECT_NEAR(summary.mean, 1.75, 1e-9);
}

}  // namespace
}  // namespace mpigauge
