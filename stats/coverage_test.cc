// Every interval covers the truth as often as it states: 10,000 samples each with fixed seeds; four standard errors of
// 95% are 0.9 points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "stats/distribution.h"
#include "stats/hodges_lehmann.h"
#include "stats/interval.h"
#include "stats/latency_bandwidth.h"
#include "stats/moments.h"
#include "stats/mpiperf_report.h"
#include "stats/proportions.h"
#include "stats/signed_rank.h"
#include "stats/trimming.h"

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

// Intervals of one sample.
using IntervalOf = std::function<std::optional<Interval>(const std::vector<double>&)>;

// The share of samples of n values, ascending, whose interval has `truth` in it; 1 where there is no interval, as then
// nothing is stated.
double CoverageOfOne(const char* name, std::size_t n, bool skewed, double truth, const IntervalOf& interval_of) {
  std::mt19937_64 random(41);
  std::normal_distribution<double> normal;
  int covered = 0;
  double level = 0;
  for (int i = 0; i < kSamples; ++i) {
    std::vector<double> values(n);
    for (double& x : values) x = skewed ? std::exp(0.5 * normal(random)) : normal(random);
    std::sort(values.begin(), values.end());
    const auto interval = interval_of(values);
    if (!interval) return 1;
    level = interval->confidence;
    covered += interval->low <= truth && truth <= interval->high;
  }
  const double share = static_cast<double>(covered) / kSamples;
  std::printf("  %s of %zu values%s: states %.1f%%, covers %.1f%%\n", name, n, skewed ? ", lognormal" : "", level * 100,
              share * 100);
  return share;
}

// No interval below six values for the median, below 368 for the 99% quantile; the level is that of the ranks.
TEST(Coverage, MedianAndQuantile) {
  for (const bool skewed : {false, true}) {
    for (const std::size_t n : {3, 5, 10, 30}) {
      double level = 1;
      const double coverage = CoverageOfOne("median", n, skewed, skewed ? 1 : 0, [&](const auto& sorted) {
        const auto interval = MedianInterval(sorted, 0.95);
        if (interval) level = interval->confidence;
        return interval;
      });
      EXPECT_NEAR(coverage, level, kError) << n;
    }
  }
  const double p99 = 2.3263478740408408;
  const auto of_p99 = [](const auto& sorted) { return QuantileInterval(sorted, 0.99, 0.95); };
  EXPECT_GE(CoverageOfOne("99% quantile", 400, false, p99, of_p99), 0.95 - kError);
}

// Tukey and McLaughlin's is an approximation: with five values it covers half a point less than it states, with three,
// of which none is left out, 3.7 points more. It is made for the observations of a launch, not for launches.
TEST(Coverage, TrimmedMean) {
  const auto trimmed = [](const auto& sorted) { return TrimmedMeanInterval(sorted, 0.95); };
  for (const std::size_t n : {3, 5, 10, 30, 100}) {
    const double coverage = CoverageOfOne("trimmed mean", n, false, 0, trimmed);
    EXPECT_GE(coverage, (n == 5 ? 0.944 : 0.95) - kError) << n;
    EXPECT_LE(coverage, (n == 3 ? 0.987 : 0.97) + kError) << n;
  }
}

// MPIPerf's own interval has the deviation of what is left after trimming, as its paper has it; it is reported where
// that report is asked for, and covers far less than it states.
TEST(Coverage, MpiperfReportsLessThanItStates) {
  const auto mpiperf = [](const auto& sorted) { return ReportAsMpiperf(sorted, std::ssize(sorted)).intervals[1]; };
  for (const std::size_t n : {3, 5, 10, 30}) CoverageOfOne("MPIPerf", n, false, 0, mpiperf);
  EXPECT_LT(CoverageOfOne("MPIPerf", 100, false, 0, mpiperf), 0.75);
}

// Latency and bandwidth of a line through the times of a volume in 1 to n packets.
TEST(Coverage, Line) {
  for (const std::size_t n : {3, 5, 10, 30}) {
    std::vector<double> packets(n);
    for (std::size_t i = 0; i < n; ++i) packets[i] = static_cast<double>(i + 1);
    std::mt19937_64 random(43);
    std::normal_distribution<double> normal;
    int covered = 0;
    for (int i = 0; i < kSamples; ++i) {
      std::vector<double> seconds;
      for (const double x : packets) seconds.push_back(5 + 2 * x + 0.1 * normal(random));
      const auto line = FitPackets(packets, seconds, 10, 0.95);
      covered += line->latency_interval.low <= 2 && 2 <= line->latency_interval.high;
      covered += line->bandwidth_interval.low <= 2 && 2 <= line->bandwidth_interval.high;
    }
    const double share = covered / (2.0 * kSamples);
    std::printf("  line of %zu points: %.1f%%\n", n, share * 100);
    EXPECT_NEAR(share, 0.95, kError) << n;
  }
}

// Exact by summing over all counts: discrete, so never below what is stated, and above it for few draws.
TEST(Coverage, Binomial) {
  for (const int of : {3, 5, 10, 30}) {
    double least = 1;
    for (double p = 0.01; p < 1; p += 0.01) {
      double coverage = 0;
      for (int count = 0; count <= of; ++count) {
        const Interval interval = BinomialInterval(count, of, 0.95);
        if (interval.low > p || p > interval.high) continue;
        coverage += BinomialCdf(count, static_cast<std::size_t>(of), p) -
                    BinomialCdf(count - 1, static_cast<std::size_t>(of), p);
      }
      least = std::min(least, coverage);
    }
    std::printf("  binomial of %d draws: at least %.1f%%\n", of, least * 100);
    EXPECT_GE(least, 0.95) << of;
  }
}

}  // namespace
}  // namespace mpigauge
