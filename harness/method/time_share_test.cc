#include "harness/method/time_share.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "stats/interval.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

using testing::Each;
using testing::ElementsAre;

std::int64_t Total(const std::vector<std::int64_t>& budgets) {
  return std::accumulate(budgets.begin(), budgets.end(), std::int64_t{0});
}

TEST(TimeShare, AllAreEqualWhereNothingIsKnown) {
  EXPECT_THAT(ShareTime(std::vector<SeriesProgress>(4), {1000, 0.02, 5}), Each(250));
  EXPECT_TRUE(ShareTime({}, {1000, 0.02, 5}).empty());
}

TEST(TimeShare, PreciseSeriesGetTheLeast) {
  const std::vector<SeriesProgress> series = {{100, 0.01, 10, 1}, {100, 0.20, 10, 1}};
  EXPECT_THAT(ShareTime(series, {10'000, 0.02, 5}), ElementsAre(50, 9950));
}

// From width 0.04 to 0.02 takes four times the observations: three times what there are.
TEST(TimeShare, NobodyGetsMoreThanItNeeds) {
  const std::vector<SeriesProgress> series = {{100, 0.04, 10, 1}, {100, 0.02, 10, 1}};
  EXPECT_THAT(ShareTime(series, {1'000'000, 0.02, 5}), ElementsAre(3000, 50));
}

// Twice the spread: twice the time in all, so twice 15 is what there is and what is shared out together.
TEST(TimeShare, ScarceTimeFollowsTheSpreadWhatWasSpentIncluded) {
  const std::vector<SeriesProgress> series = {{100, 0.4, 10, 1}, {100, 0.8, 10, 1}};
  EXPECT_THAT(ShareTime(series, {4000, 0.02, 5}), ElementsAre(1000, 3000));
}

TEST(TimeShare, VisitsLeftShareWhatTheSeriesGets) {
  const std::vector<SeriesProgress> series = {{100, 0.04, 10, 3}, {100, 0.04, 10, 0}};
  EXPECT_THAT(ShareTime(series, {1'000'000, 0.02, 5}), ElementsAre(1000, 0));
}

TEST(TimeShare, TheLeastComesBeforeTheTotal) {
  const std::vector<SeriesProgress> series = {{100, 0.4, 10, 2}, {3, std::nullopt, 1000, 2}};
  EXPECT_THAT(ShareTime(series, {100, 0.02, 5}), ElementsAre(50, 5000));
}

TEST(TimeShare, TheUnknownIsTakenForTheWorstKnown) {
  const std::vector<SeriesProgress> series = {{100, 0.1, 10, 1}, {100, 0.8, 10, 1}, {100, std::nullopt, 10, 1}};
  const auto budgets = ShareTime(series, {10'000, 0.02, 5});
  EXPECT_NEAR(static_cast<double>(budgets[2]), static_cast<double>(budgets[1]), 1);
  EXPECT_LT(budgets[0], budgets[1]);
}

TEST(TimeShare, TheTotalIsKeptAndEverySeriesHasItsLeast) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform;
  for (int run = 0; run < 500; ++run) {
    std::vector<SeriesProgress> series(1 + random() % 50);
    double least = 0;
    for (SeriesProgress& one : series) {
      one = {static_cast<std::int64_t>(random() % 1000), std::nullopt, std::exp(12 * uniform(random)),
             static_cast<std::int64_t>(random() % 4)};
      if (uniform(random) < 0.8) one.relative_width = std::exp(-8 * uniform(random));
      least += 5 * one.ns_per_observation * static_cast<double>(one.visits_left);
    }
    const auto total = static_cast<std::int64_t>(least * (1 + 10 * uniform(random))) + 1;
    const auto budgets = ShareTime(series, {total, 0.02, 5});
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
      sum += budgets[i] * series[i].visits_left;
      EXPECT_GE(static_cast<double>(budgets[i]) + 1, series[i].visits_left > 0 ? 5 * series[i].ns_per_observation : 0);
    }
    EXPECT_LE(sum, total + 1);
    std::reverse(series.begin(), series.end());
    auto mirrored = ShareTime(series, {total, 0.02, 5});
    std::reverse(mirrored.begin(), mirrored.end());
    for (std::size_t i = 0; i < series.size(); ++i) {
      EXPECT_NEAR(static_cast<double>(mirrored[i]), static_cast<double>(budgets[i]),
                  2 + 1e-6 * static_cast<double>(budgets[i]));
    }
  }
}

// A launch of five passes over series of different noise and cost, simulated. Sharing makes the root mean square
// of the relative widths smaller than equal budgets do, for the same time.
double WidthAfterLaunch(bool shared) {
  struct Synthetic {
    double spread;
    double cost_ns;
    std::vector<double> sample;
  };
  std::vector<Synthetic> launch = {{0.01, 1e3, {}}, {0.01, 1e5, {}}, {0.1, 1e3, {}}, {0.1, 1e5, {}},
                                   {0.5, 1e4, {}},  {0.5, 1e5, {}},  {0.02, 2e4, {}}};
  std::mt19937 random(2);
  auto left = std::int64_t{400'000'000};
  for (std::int64_t visits = 5; visits > 0; --visits) {
    std::vector<SeriesProgress> progress;
    for (Synthetic& one : launch) {
      std::sort(one.sample.begin(), one.sample.end());
      const auto interval = MedianInterval(one.sample, 0.95);
      std::optional<double> width;
      if (interval) width = interval->width() / Quantile(one.sample, 0.5);
      const double cost = one.sample.empty() ? 0 : one.cost_ns;
      progress.push_back({static_cast<std::int64_t>(one.sample.size()), width, cost, visits});
    }
    auto budgets = ShareTime(progress, {left, 0.001, 5});
    if (!shared) std::fill(budgets.begin(), budgets.end(), left / visits / static_cast<std::int64_t>(launch.size()));
    for (std::size_t i = 0; i < launch.size(); ++i) {
      std::lognormal_distribution<double> times(0, launch[i].spread);
      const auto n = static_cast<std::int64_t>(static_cast<double>(budgets[i]) / launch[i].cost_ns);
      for (std::int64_t k = 0; k < n; ++k) launch[i].sample.push_back(times(random));
    }
    left -= Total(budgets);
  }
  EXPECT_GE(left, 0);
  double squares = 0;
  for (Synthetic& one : launch) {
    std::sort(one.sample.begin(), one.sample.end());
    squares += std::pow(MedianInterval(one.sample, 0.95)->width() / Quantile(one.sample, 0.5), 2);
  }
  return std::sqrt(squares / static_cast<double>(launch.size()));
}

TEST(TimeShare, ASharedLaunchIsMorePreciseThanAnEvenOne) {
  EXPECT_LT(WidthAfterLaunch(true), 0.85 * WidthAfterLaunch(false));
}

}  // namespace
}  // namespace mpigauge
