#include "stats/latency_bandwidth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/oracle.h"

namespace mpigauge {
namespace {

void ExpectInterval(const Interval& interval, const Json& expected) {
  const double tolerance = 1e-8 * (expected[1].get<double>() - expected[0].get<double>()) + 1e-20;
  EXPECT_NEAR(interval.low, expected[0], tolerance);  // see distribution_test.cc
  EXPECT_NEAR(interval.high, expected[1], tolerance);
}

TEST(LatencyBandwidth, EqualsSciPy) {
  constexpr double kVolume = 1000;
  ASSERT_GT(Oracle().at("lines").size(), 3u);
  for (const Json& row : Oracle().at("lines")) {
    const auto packets = row.at("x").get<std::vector<double>>();
    const auto seconds = row.at("y").get<std::vector<double>>();
    const double slope = row.at("slope");
    const double intercept = row.at("intercept");
    const double confidence = row.at("confidence");
    const auto fit = FitPackets(packets, seconds, kVolume, confidence);
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->latency, slope, 1e-9 * std::fabs(slope));
    ExpectInterval(fit->latency_interval, row.at("slope_interval"));
    EXPECT_NEAR(kVolume / fit->bandwidth, intercept, 1e-9 * std::fabs(intercept));

    // No time of the volume is below zero.
    const Interval& rate = fit->bandwidth_interval;
    const double high = row.at("intercept_interval")[1];
    const double low = row.at("intercept_interval")[0];
    EXPECT_NEAR(kVolume / rate.low, high, 1e-8 * (high - low));
    EXPECT_NEAR(kVolume / rate.high, std::max(low, 0.0), 1e-8 * (high - low));
    EXPECT_EQ(rate.confidence, confidence);
  }
}

TEST(LatencyBandwidth, PacketsOfAVolume) {
  // 1 us each, and 100 us for 1 MB.
  const std::vector<double> packets = {1, 2, 4, 8};
  const std::vector<double> seconds = {101e-6, 102e-6, 104e-6, 108e-6};
  const auto fit = FitPackets(packets, seconds, 1e6, 0.95);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->latency, 1e-6, 1e-15);
  EXPECT_NEAR(fit->bandwidth, 1e10, 1);
  EXPECT_NEAR(fit->latency_interval.width(), 0, 1e-15);  // points on a line
  EXPECT_NEAR(fit->bandwidth_interval.width(), 0, 1);
}

TEST(LatencyBandwidth, BandwidthHasNoUpperEndWhereTheVolumeMayTakeNoTime) {
  const auto fit = FitPackets(std::vector<double>{1, 2, 3, 4}, std::vector<double>{1, 2.2, 2.9, 4.1}, 1000, 0.95);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(std::isinf(fit->bandwidth_interval.high));
  EXPECT_GT(fit->bandwidth_interval.low, 0);
}

TEST(LatencyBandwidth, NothingIsSaidOfTwoPointsOrOneNumberOfPackets) {
  EXPECT_FALSE(FitPackets(std::vector<double>{1, 2}, std::vector<double>{1, 2}, 1000, 0.95));
  EXPECT_FALSE(FitPackets(std::vector<double>{8, 8, 8}, std::vector<double>{1, 2, 3}, 1000, 0.95));
  EXPECT_FALSE(FitPackets({}, {}, 1000, 0.95));
}

TEST(LatencyBandwidth, RefusesWhatIsNotFiniteAndNoConfidence) {
  const std::vector<double> three = {1, 2, 3};
  EXPECT_THROW(FitPackets(three, std::vector<double>{1, 2}, 1000, 0.95), std::invalid_argument);
  EXPECT_THROW(FitPackets(three, std::vector<double>{1, 2, std::nan("")}, 1000, 0.95), std::invalid_argument);
  EXPECT_THROW(FitPackets(three, three, 1000, 1), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
