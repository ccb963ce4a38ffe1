// Whatever tails equal libraries have: in at most kTailShare of 5% of comparisons any series fails by its tail. With
// fixed seeds. Where the chance of a fail is that, 999 of 1000 such tests see no more fails than are allowed here
// (binomial distribution, exact).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "baselines/compare/other_figures.h"
#include "baselines/verdict/tails.h"
#include "stats/distribution.h"

namespace mpigauge {
namespace {

constexpr double kLevel = 0.05 * kTailShare;

struct Suite {
  const char* name;
  std::size_t series;
  int baseline_launches;
  int candidate_launches;
  int comparisons;
  bool together;  // a bad launch is one for all series
};

std::ostream& operator<<(std::ostream& out, const Suite& suite) { return out << suite.name; }

class EqualTails : public testing::TestWithParam<Suite> {
 protected:
  // How bad a launch is differs by orders of magnitude: mostly 1 of 300 calls is slow, now and then every second one;
  // and 1 launch of 10 is up to ten times slower as a whole.
  struct Luck {
    double slow_share;
    double times;
  };
  Luck Draw() {
    std::uniform_real_distribution<double> chance(0, 1);
    return {std::min(0.5, 0.003 / std::pow(chance(random_), 1.2)), chance(random_) < 0.1 ? 1 + 9 * chance(random_) : 1};
  }

  void AddLaunch(const Luck& luck, std::vector<TimeClasses>& classes, std::vector<double>& medians) {
    constexpr int kObservations = 60;
    std::uniform_real_distribution<double> chance(0, 1);
    std::vector<double> times;
    for (int i = 0; i < kObservations; ++i) {
      const double usual = 1e-6 * luck.times * (1 + 0.05 * chance(random_));
      times.push_back(chance(random_) < luck.slow_share ? usual / std::pow(chance(random_), 1.5) : usual);
    }
    classes.push_back(CountTimes(times));
    medians.push_back(EndOfClass(QuantileClass(classes.back(), 0.5)) * (1 + 1e-4 * chance(random_)));
  }

  void AddSide(int launches, bool candidate, std::vector<SpreadLaunches>& suite) {
    for (int launch = 0; launch < launches; ++launch) {
      Luck luck = Draw();
      for (SpreadLaunches& series : suite) {
        if (!GetParam().together) luck = Draw();
        AddLaunch(luck, candidate ? series.candidate : series.baseline,
                  candidate ? series.candidate_medians : series.baseline_medians);
      }
    }
  }

  std::mt19937_64 random_{20261125};
};

TEST_P(EqualTails, FailInAtMostTheirPartOfAlpha) {
  const Suite& suite = GetParam();
  std::ptrdiff_t fails = 0;
  std::ptrdiff_t open = 0;
  for (int i = 0; i < suite.comparisons; ++i) {
    std::vector<SpreadLaunches> launches(suite.series);
    AddSide(suite.baseline_launches, false, launches);
    AddSide(suite.candidate_launches, true, launches);
    std::vector<SeriesComparison> series(suite.series);
    for (SeriesComparison& one : series) one.tolerance = 0.05;
    TestTails(launches, series);
    bool failed = false;
    for (const SeriesComparison& one : series) {
      const auto opinion = OpinionOfTail(one, kLevel, "");
      failed = failed || (opinion && opinion->verdict == Verdict::kFail);
      open += opinion && opinion->verdict == Verdict::kInconclusive;
    }
    fails += failed;
  }
  EXPECT_LT(BinomialCdf(fails - 1, static_cast<std::size_t>(suite.comparisons), kLevel), 0.999)
      << fails << " of " << suite.comparisons;
  // By itself a series looks worse in at most twice the level: two figures of it are tested.
  const auto all = static_cast<double>(suite.series) * suite.comparisons;
  EXPECT_LT(static_cast<double>(open) / all, 3 * kLevel);
}

INSTANTIATE_TEST_SUITE_P(ErrorRate, EqualTails,
                         testing::Values(Suite{"one_series_six_launches", 1, 6, 6, 4000, false},
                                         Suite{"twelve_series_six_launches", 12, 6, 6, 400, false},
                                         Suite{"twelve_series_twenty_launches", 12, 20, 20, 400, false},
                                         Suite{"twelve_series_bad_launches_together", 12, 20, 20, 400, true},
                                         Suite{"twelve_series_ten_against_forty", 12, 40, 10, 300, false},
                                         Suite{"fifty_series_eight_launches", 50, 8, 8, 200, false},
                                         Suite{"fifty_series_twenty_launches", 50, 20, 20, 100, false},
                                         Suite{"four_series_a_hundred_launches", 4, 100, 100, 100, false}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace mpigauge
