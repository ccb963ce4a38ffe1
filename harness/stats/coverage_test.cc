// Every interval covers the truth as often as it states: 10,000 samples each with fixed seeds; four standard errors of
// 95% are 0.9 points.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include "harness/stats/distribution.h"
#include "harness/stats/hodges_lehmann.h"
#include "harness/stats/mean_interval.h"
#include "harness/stats/moments.h"
#include "harness/stats/signed_rank.h"
#include "harness/stats/welch.h"

namespace mpigauge {
namespace {

constexpr int kSamples = 10000;
constexpr double kError = 0.009;

class Launches {
 public:
  // Logarithms of launch medians: 2%, and where wanted 5% of them 8% slower.
  std::vector<double> Draw(std::size_t n, bool bad) {
    std::vector<double> values(n);
    for (double& x : values) {
      x = 0.02 * normal_(random_);
      if (bad && uniform_(random_) < 0.05) x += 0.08 * exponential_(random_);
    }
    return values;
  }

 private:
  std::mt19937_64 random_{37};
  std::normal_distribution<double> normal_;
  std::exponential_distribution<double> exponential_;
  std::uniform_real_distribution<double> uniform_;
};

// The share of samples of n launches a side whose interval has 0 in it.
double Coverage(std::size_t n, bool bad,
                const std::function<Interval(const std::vector<double>&, const std::vector<double>&)>& interval_of) {
  Launches launches;
  int covered = 0;
  for (int i = 0; i < kSamples; ++i) {
    const auto baseline = launches.Draw(n, bad);
    const Interval interval = interval_of(baseline, launches.Draw(n, bad));
    covered += interval.low <= 0 && 0 <= interval.high;
  }
  const double share = static_cast<double>(covered) / kSamples;
  std::printf("  %2zu launches%s: %.1f%%\n", n, bad ? ", some bad" : "", share * 100);
  return share;
}

// Where ranks allow no 95% (three a side), the interval has the level that it says.
TEST(Coverage, HodgesLehmann) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const RankSumDistribution distribution(n, n);
    double level = 0;
    for (const bool bad : {false, true}) {
      const double coverage = Coverage(n, bad, [&](const auto& baseline, const auto& candidate) {
        const ShiftInterval shift = HodgesLehmann(baseline, candidate, 0.95, distribution);
        level = shift.level;
        return Interval{shift.low, shift.high, shift.level};
      });
      EXPECT_NEAR(coverage, level, n == 3 ? 0.012 : kError) << n;
    }
    EXPECT_NEAR(level, n == 3 ? 0.9 : 0.96, n == 3 ? 1e-9 : 0.0101) << n;  // at most two points above 95%
  }
}

// Within blocks: fewer than six allow no 95%.
TEST(Coverage, SignedRank) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const SignedRankDistribution distribution(n);
    double level = 0;
    for (const bool bad : {false, true}) {
      const double coverage = Coverage(n, bad, [&](const auto& baseline, const auto& candidate) {
        std::vector<double> differences;
        for (std::size_t i = 0; i < n; ++i) differences.push_back(candidate[i] - baseline[i]);
        const ShiftInterval shift = SignedRankInterval(differences, 0.95, distribution);
        level = shift.level;
        return Interval{shift.low, shift.high, shift.level};
      });
      EXPECT_NEAR(coverage, level, n == 3 ? 0.018 : n == 5 ? 0.01 : kError) << n;  // four standard errors
    }
    EXPECT_NEAR(level, n == 3 ? 0.75 : n == 5 ? 0.9375 : 0.951, 0.0015) << n;
  }
}

// Normal launches: exact but for few degrees of freedom, where Satterthwaite's are on the safe side. Bad launches make
// it too wide, never too narrow.
TEST(Coverage, Welch) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const auto welch = [](const auto& baseline, const auto& candidate) {
      return WelchInterval(baseline, candidate, 0.95).value();
    };
    const double normal = Coverage(n, false, welch);
    EXPECT_GT(normal, 0.95 - kError) << n;
    EXPECT_LT(normal, 0.97 + kError) << n;
    EXPECT_GT(Coverage(n, true, welch), 0.95 - kError) << n;
  }
}

// One more value, here a run's, is inside the prediction interval of n past ones.
TEST(Coverage, Prediction) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const double coverage = Coverage(n, false, [](const auto& past, const auto& next) {
      Moments moments;
      for (const double x : past) moments.Add(x);
      const auto count = static_cast<double>(past.size());
      const double half = StudentQuantile(0.975, count - 1) * moments.StandardDeviation() * std::sqrt(1 + 1 / count);
      return Interval{moments.mean() - half - next[0], moments.mean() + half - next[0], 0.95};
    });
    EXPECT_NEAR(coverage, 0.95, kError) << n;
  }
}

TEST(Coverage, MeanOfOneSide) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    const double coverage =
        Coverage(n, false, [](const auto& launches, const auto&) { return MeanInterval(launches, 0.95).value(); });
    EXPECT_NEAR(coverage, 0.95, kError) << n;
  }
}

}  // namespace
}  // namespace mpigauge
