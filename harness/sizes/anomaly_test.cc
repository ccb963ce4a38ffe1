#include "harness/sizes/anomaly.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A network of 1 us and 1 GB/s, each time with a spread of 2%.
std::vector<SizeSpread> Smooth() {
  std::vector<SizeSpread> series;
  for (const std::int64_t size : {0, 8, 64, 512, 4096, 16384, 65536, 262144, 1048576}) {
    const double time = 1e-6 + static_cast<double>(size) * 1e-9;
    series.push_back({size, 0.99 * time, time, 1.01 * time});
  }
  return series;
}

void Scale(SizeSpread& point, double factor) {
  point = {point.size, factor * point.low, factor * point.median, factor * point.high};
}

TEST(Anomaly, ASmoothCurveHasNone) { EXPECT_THAT(AnomalouslyHigh(Smooth()), IsEmpty()); }

TEST(Anomaly, ADisturbedPointSticksOutAndItsNeighboursDoNot) {
  for (std::size_t i = 1; i + 1 < Smooth().size(); ++i) {
    auto series = Smooth();
    Scale(series[i], 2.5);
    EXPECT_THAT(AnomalouslyHigh(series), ElementsAre(i));
  }
}

TEST(Anomaly, AStepIsNotADisturbance) {
  auto series = Smooth();
  for (std::size_t i = 5; i < series.size(); ++i) {
    series[i].low += 2e-6;
    series[i].median += 2e-6;
    series[i].high += 2e-6;
  }
  EXPECT_THAT(AnomalouslyHigh(series), IsEmpty());
}

TEST(Anomaly, UnevenNeighboursHideAnAnomaly) {
  auto series = Smooth();
  Scale(series[2], 1.7);
  EXPECT_THAT(AnomalouslyHigh(series), ElementsAre(2));
  series[1].high = 1.4 * series[1].median;
  EXPECT_THAT(AnomalouslyHigh(series), IsEmpty());
}

TEST(Anomaly, LowTimesAndShortSeriesHaveNone) {
  auto series = Smooth();
  Scale(series[4], 0.9);
  EXPECT_THAT(AnomalouslyHigh(series), IsEmpty());
  EXPECT_THAT(AnomalouslyHigh(std::span(series).first(2)), IsEmpty());
  EXPECT_THAT(AnomalouslyHigh({}), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
