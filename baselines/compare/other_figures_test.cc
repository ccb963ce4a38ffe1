#include "baselines/compare/other_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mpigauge {
namespace {

// Ten launches a side, the candidate's slower by `change`.
PairedLaunches Launches(double change) {
  PairedLaunches launches;
  for (int i = 0; i < 10; ++i) {
    launches.baseline.push_back(0.001 * (i * 7 % 10));
    launches.candidate.push_back(0.001 * (i * 3 % 10) + change);
  }
  return launches;
}

std::vector<SeriesComparison> Series(std::size_t count) {
  std::vector<SeriesComparison> series(count);
  for (std::size_t i = 0; i < count; ++i) {
    series[i].name = "series " + std::to_string(i);
    series[i].tolerance = 0.05;
    series[i].ratio = 1.01;
  }
  return series;
}

TEST(OtherFigures, ATailThatGotSlowerAloneIsNoted) {
  auto series = Series(2);
  JudgeOtherFigure({Launches(0), Launches(0)}, RankSum(), 0.95, &SeriesComparison::floor, series);
  JudgeOtherFigure({Launches(0), Launches(0.3)}, RankSum(), 0.95, &SeriesComparison::tail, series);
  EXPECT_NEAR(series[1].tail.ratio, std::exp(0.3), 0.001);
  EXPECT_LT(series[1].tail.low, series[1].tail.ratio);
  EXPECT_GE(series[1].tail.level, 0.95);
  EXPECT_NEAR(series[1].tail.p_slower, 1 / 184756.0, 1e-9);  // of 20 choose 10 orders the most extreme one
  EXPECT_NEAR(series[1].tail.p_adjusted, 2 / 184756.0, 1e-9);
}

}  // namespace
}  // namespace mpigauge
