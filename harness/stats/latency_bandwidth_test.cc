#include "harness/stats/latency_bandwidth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "harness/stats/oracle.h"

namespace mpigauge {
namespace {

void ExpectInterval(const Interval& interval, const Json& expected) {
  const double tolerance = 1e-8 * (expected[1].get<double>() - expected[0].get<double>()) + 1e-20;
  EXPECT_NEAR(interval.low, expected[0], tolerance);  // see distribution_test.cc
  EXPECT_NEAR(interval.high, expected[1], tolerance);
}

TEST(LatencyBandwidth, EqualsSciPy) {
  ASSERT_GT(Oracle().at("lines").size(), 3u);
  for (const Json& row : Oracle().at("lines")) {
    const auto x = row.at("x").get<std::vector<double>>();
    const auto y = row.at("y").get<std::vector<double>>();
    const double confidence = row.at("confidence");
    const auto sizes = FitSizes(x, y, confidence);
    ASSERT_TRUE(sizes);
    EXPECT_NEAR(sizes->latency, row.at("intercept"), 1e-9 * std::fabs(row.at("intercept").get<double>()));
    EXPECT_NEAR(1 / sizes->bandwidth, row.at("slope"), 1e-9 * std::fabs(row.at("slope").get<double>()));
    ExpectInterval(sizes->latency_interval, row.at("intercept_interval"));

    // The same line, read as the times of packets.
    const auto packets = FitPackets(x, y, 1000, confidence);
    ASSERT_TRUE(packets);
    EXPECT_NEAR(packets->latency, row.at("slope"), 1e-9 * std::fabs(row.at("slope").get<double>()));
    ExpectInterval(packets->latency_interval, row.at("slope_interval"));
    EXPECT_NEAR(1000 / packets->bandwidth, sizes->latency, 1e-12 * std::fabs(sizes->latency));

    // No time per byte is below zero.
    const Interval& rate = sizes->bandwidth_interval;
    EXPECT_DOUBLE_EQ(1 / rate.low, packets->latency_interval.high);
    EXPECT_DOUBLE_EQ(1 / rate.high, std::max(packets->latency_interval.low, 0.0));
    EXPECT_EQ(rate.confidence, confidence);
  }
}

TEST(LatencyBandwidth, PointsOnALineHaveIntervalsOfNoWidth) {
  const auto fit = FitSizes(std::vector<double>{0, 1e3, 3e3}, std::vector<double>{1, 2, 4}, 0.95);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->latency, 1, 1e-12);
  EXPECT_NEAR(fit->bandwidth, 1000, 1e-9);
  EXPECT_NEAR(fit->latency_interval.width(), 0, 1e-9);
  EXPECT_NEAR(fit->bandwidth_interval.width(), 0, 1e-6);
}

TEST(LatencyBandwidth, PacketsOfAVolume) {
  // 1 us each, and 100 us for 1 MB.
  const std::vector<double> packets = {1, 2, 4, 8};
  const std::vector<double> seconds = {101e-6, 102e-6, 104e-6, 108e-6};
  const auto fit = FitPackets(packets, seconds, 1e6, 0.95);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->latency, 1e-6, 1e-15);
  EXPECT_NEAR(fit->bandwidth, 1e10, 1);
}

TEST(LatencyBandwidth, WhereTimeDoesNotDependOnTheLengthBandwidthHasNoUpperEnd) {
  const auto fit = FitSizes(std::vector<double>{0, 1, 2, 3}, std::vector<double>{1, 1.1, 1, 1.1}, 0.95);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(std::isinf(fit->bandwidth_interval.high));
  EXPECT_GT(fit->bandwidth_interval.low, 0);
}

TEST(LatencyBandwidth, NothingIsSaidOfTwoPointsOrOneLength) {
  EXPECT_FALSE(FitSizes(std::vector<double>{1, 2}, std::vector<double>{1, 2}, 0.95));
  EXPECT_FALSE(FitSizes(std::vector<double>{8, 8, 8}, std::vector<double>{1, 2, 3}, 0.95));
  EXPECT_FALSE(FitPackets({}, {}, 1000, 0.95));
}

TEST(LatencyBandwidth, RefusesWhatIsNotFiniteAndNoConfidence) {
  const std::vector<double> three = {1, 2, 3};
  EXPECT_THROW(FitSizes(three, std::vector<double>{1, 2}, 0.95), std::invalid_argument);
  EXPECT_THROW(FitSizes(three, std::vector<double>{1, 2, std::nan("")}, 0.95), std::invalid_argument);
  EXPECT_THROW(FitSizes(three, three, 1), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
