// Whatever vary the launches of equal libraries: at most 5% of comparisons fail. By the code of the real command, with
// fixed seeds. Where the chance of a fail is 5%, 999 of 1000 such tests see no more fails than are allowed here
// (binomial distribution, exact).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "baselines/verdict/decide.h"
#include "record/testing.h"
#include "stats/distribution.h"

namespace mpigauge {
namespace {

// Launches of both sides whose logarithms have the same median, 0, and the deviations given.
struct Suite {
  const char* name;
  int series;
  int baseline_launches;
  int candidate_launches;
  double baseline_deviation;
  double candidate_deviation;
  int comparisons;
  double grid = 0;  // logarithms are multiples of it: ties
};

std::ostream& operator<<(std::ostream& out, const Suite& suite) { return out << suite.name; }

class EqualSides : public testing::TestWithParam<Suite> {
 protected:
  Side Draw(const char* label, int launches, double deviation) {
    std::normal_distribution<double> normal(0, deviation);
    Side side{label, {}};
    for (int i = 0; i < launches; ++i) {
      LaunchRecord launch = ExampleLaunch(label, i, {{"c", 1e-6}});
      launch.series.resize(static_cast<std::size_t>(GetParam().series), launch.series[0]);
      for (std::size_t k = 0; k < launch.series.size(); ++k) {
        double logarithm = normal(random_);
        if (GetParam().grid > 0) logarithm = std::round(logarithm / GetParam().grid) * GetParam().grid;
        launch.series[k].name = "c" + std::to_string(k);
        launch.series[k].summary.median = 1e-6 * std::exp(logarithm);
      }
      side.launches.push_back(std::move(launch));
    }
    return side;
  }

  std::mt19937_64 random_{20261123};
};

TEST_P(EqualSides, FailInAtMostFiveOfAHundredComparisons) {
  const Suite& suite = GetParam();
  std::ptrdiff_t fails = 0;
  for (int i = 0; i < suite.comparisons; ++i) {
    const Side baseline = Draw("old", suite.baseline_launches, suite.baseline_deviation);
    const Side candidate = Draw("new", suite.candidate_launches, suite.candidate_deviation);
    fails += CompareAndDecide(baseline, candidate, {}).verdict == Verdict::kFail;
  }
  EXPECT_LT(BinomialCdf(fails - 1, static_cast<std::size_t>(suite.comparisons), 0.05), 0.999)
      << fails << " of " << suite.comparisons;
}

INSTANTIATE_TEST_SUITE_P(ErrorRate, EqualSides,
                         testing::Values(Suite{"fifty_series_half_noise_six_launches", 50, 6, 6, 0.5, 0.5, 60},
                                         Suite{"fifty_series_tenth_noise_six_launches", 50, 6, 6, 0.1, 0.1, 60},
                                         Suite{"one_series_two_launches", 1, 2, 2, 0.5, 0.5, 300},
                                         Suite{"one_series_three_launches", 1, 3, 3, 0.5, 0.5, 300},
                                         Suite{"one_series_ten_launches", 1, 10, 10, 0.5, 0.5, 300},
                                         Suite{"five_series_thirty_launches", 5, 30, 30, 0.5, 0.5, 40},
                                         Suite{"five_hundred_series_twelve_launches", 500, 12, 12, 0.5, 0.5, 6},
                                         Suite{"ties", 20, 10, 10, 0.2, 0.2, 100, 0.2},
                                         Suite{"unlike_spreads_six_launches", 40, 6, 6, 0.05, 0.5, 100},
                                         Suite{"unlike_spreads_noisy_baseline", 40, 6, 6, 0.5, 0.05, 100},
                                         Suite{"unlike_spreads_ten_launches", 50, 10, 10, 0.02, 0.5, 60},
                                         Suite{"unlike_spreads_thirty_and_five_launches", 10, 30, 5, 0.05, 0.5, 100},
                                         Suite{"unlike_spreads_five_and_thirty_launches", 10, 5, 30, 0.5, 0.05, 100},
                                         Suite{"unlike_spreads_thirty_and_two_launches", 5, 30, 2, 0.05, 0.5, 100},
                                         Suite{"unlike_spreads_with_ties", 10, 16, 16, 0.1, 0.5, 60, 0.1},
                                         Suite{"unlike_spreads_many_series", 500, 12, 12, 0.05, 0.5, 6}),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace mpigauge
