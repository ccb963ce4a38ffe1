#include "harness/clock/drift_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

namespace mpigauge {
namespace {

constexpr std::int64_t kStart = 77'000'000'000'000;
constexpr std::int64_t kStep = 10'000'000;  // ns

// Offsets along a line; each point is wrong by at most its error, which is what causality promises.
std::vector<OffsetPoint> Points(int count, double drift, std::int64_t error, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::int64_t> wrong(-error, error);
  std::vector<OffsetPoint> points;
  for (int i = 0; i < count; ++i) {
    const std::int64_t time = i * kStep;
    points.push_back({kStart + time, 5000 + std::llround(drift * static_cast<double>(time)) + wrong(random), error});
  }
  return points;
}

TEST(DriftFit, FindsADriftAndSaysHowWellItKnowsIt) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const DriftFit fit = FitDrift(Points(20, 2e-5, 200, seed));
    EXPECT_NE(fit.drift, 0) << seed;
    EXPECT_LE(std::fabs(fit.drift - 2e-5), fit.drift_error) << seed;
    EXPECT_EQ(fit.reference_ns, kStart + 19 * kStep);
    const double truth = 5000 + 2e-5 * 19 * kStep;
    EXPECT_LE(std::fabs(static_cast<double>(fit.offset_ns) - truth), static_cast<double>(fit.error_ns) + 1) << seed;
  }
}

TEST(DriftFit, WithoutADriftThereIsNone) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const DriftFit fit = FitDrift(Points(20, 0, 200, seed));
    EXPECT_EQ(fit.drift, 0) << seed;
    EXPECT_LE(std::llabs(fit.offset_ns - 5000), fit.error_ns) << seed;
  }
}

// Two hundred nanoseconds more from the middle on, as when a rank changes its processor: a line fits that very well,
// and would be wrong by microseconds a second later.
TEST(DriftFit, AStepWithinTheErrorsIsNoDrift) {
  std::vector<OffsetPoint> points = Points(20, 0, 0, 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].offset_ns += i < points.size() / 2 ? -100 : 100;
    points[i].error_ns = 100;
  }
  EXPECT_EQ(FitDrift(points).drift, 0);
  EXPECT_EQ(FitDrift(points).offset_ns, 5000);
}

TEST(DriftFit, TheWorseHalfDoesNotCount) {
  std::vector<OffsetPoint> points = Points(20, 0, 50, 5);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i] = {points[i].time_ns, 900'000, 1'000'000};
  const DriftFit fit = FitDrift(points);
  EXPECT_LE(std::llabs(fit.offset_ns - 5000), 50);
  EXPECT_LE(fit.error_ns, 50);
}

TEST(DriftFit, FewPointsHaveNoDrift) {
  EXPECT_EQ(FitDrift(Points(1, 1e-3, 0, 1)).offset_ns, 5000);
  EXPECT_EQ(FitDrift(Points(2, 1e-3, 100, 1)).drift, 0);
  EXPECT_EQ(FitDrift({{kStart, 7, 1}, {kStart, 7, 1}, {kStart, 7, 1}}).drift, 0);  // all at one time
}

// A line without any scatter.
TEST(DriftFit, AnExactLineIsFoundExactly) {
  const DriftFit fit = FitDrift(Points(20, 1e-3, 0, 1));
  EXPECT_NEAR(fit.drift, 1e-3, 1e-12);
  EXPECT_EQ(fit.error_ns, 0);
}

}  // namespace
}  // namespace mpigauge
