#include "stats/estimator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "stats/oracle.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Estimator, EqualsSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    if (row.at("n") > 1000) continue;
    const auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    for (const Json& at : row.at("intervals")) {
      for (const char* name : {"median", "trimmed-mean", "mean", "p99"}) {
        const Estimate estimate = EstimateBy(name, values, at.at("confidence"));
        ASSERT_EQ(estimate.interval.has_value(), !at.at(name).is_null());
        if (!estimate.interval) continue;
        const double tolerance = 1e-8 * estimate.interval->width() + 1e-12;  // see distribution_test.cc
        EXPECT_NEAR(estimate.interval->low, at.at(name)[0], tolerance) << name;
        EXPECT_NEAR(estimate.interval->high, at.at(name)[1], tolerance) << name;
        EXPECT_GE(estimate.interval->confidence, at.at("confidence")) << name;
        EXPECT_LE(estimate.interval->low, estimate.value) << name;
        EXPECT_LE(estimate.value, estimate.interval->high) << name;
      }
    }
  }
}

TEST(Estimator, ValuesEqualTheSummarys) {
  for (const Json& row : Oracle().at("summary")) {
    const auto values = row.at("values").get<std::vector<double>>();
    EXPECT_NEAR(EstimateBy("median", values, 0.95).value, row.at("median"), 1e-12);
    EXPECT_NEAR(EstimateBy("trimmed-mean", values, 0.95).value, row.at("trimmed_mean"), 1e-12);
    EXPECT_NEAR(EstimateBy("mean", values, 0.95).value, row.at("mean"), 1e-12);
    EXPECT_NEAR(EstimateBy("p99", values, 0.95).value, row.at("p99"), 1e-12);
  }
}

TEST(Estimator, TheMinimumHasNoInterval) {
  const Estimate estimate = EstimateBy("minimum", std::vector<double>{3, 1, 2, 5, 4, 6, 7}, 0.95);
  EXPECT_EQ(estimate.value, 1);
  EXPECT_FALSE(estimate.interval.has_value());
}

TEST(Estimator, NothingIsSaidOfAnEmptySample) {
  for (const std::string& name : EstimatorNames()) {
    const Estimate estimate = EstimateBy(name, {}, 0.95);
    EXPECT_TRUE(std::isnan(estimate.value)) << name;
    EXPECT_FALSE(estimate.interval.has_value()) << name;
  }
}

TEST(Estimator, UnknownNamesAreToldTheChoices) {
  EXPECT_THAT(EstimatorNames(), ElementsAre("median", "trimmed-mean", "mean", "minimum", "p99"));
  try {
    EstimateBy("mode", std::vector<double>{1}, 0.95);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("'mode'; there are: median, trimmed-mean, mean, minimum, p99"));
  }
}

TEST(Estimator, RefusesWhatIsNotFinite) {
  for (const std::string& name : EstimatorNames()) {
    EXPECT_THROW(EstimateBy(name, std::vector<double>{1, std::nan("")}, 0.95), std::invalid_argument);
    EXPECT_THROW(EstimateBy(name, std::vector<double>{1, std::numeric_limits<double>::infinity()}, 0.95),
                 std::invalid_argument);
    EXPECT_THROW(EstimateBy(name, std::vector<double>{1}, 1.5), std::invalid_argument);
  }
}

}  // namespace
}  // namespace mpigauge
