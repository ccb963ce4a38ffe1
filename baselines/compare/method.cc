#include "baselines/compare/method.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "baselines/compare/other_figures.h"
#include "stats/detectable.h"
#include "stats/moments.h"
#include "stats/slower.h"

namespace mpigauge {
namespace {

using PairedSuite = std::vector<PairedLaunches>;

// The interval that belongs to the rank sum. Its distributions, one per pair of sample sizes, are shared: a suite has
// few.
class HodgesLehmannOf {
 public:
  ShiftInterval operator()(const PairedLaunches& series, double confidence) {
    auto& distribution = known_[{series.baseline.size(), series.candidate.size()}];
    if (!distribution) distribution.emplace(series.baseline.size(), series.candidate.size());
    return HodgesLehmann(series.baseline, series.candidate, confidence, *distribution);
  }

 private:
  std::map<std::pair<std::size_t, std::size_t>, std::optional<RankSumDistribution>> known_;
};

std::vector<Judgement> ByRankSum(const PairedSuite& suite, double confidence) {
  HodgesLehmannOf shift;
  std::vector<Judgement> judgements;
  for (const PairedLaunches& one : suite) {
    judgements.push_back({SlowerAtAnySpread(one.baseline, one.candidate),
                          SlowerAtAnySpread(one.candidate, one.baseline), shift(one, confidence)});
  }
  return judgements;
}

}  // namespace

const CompareMethod& RankSum() {
  static const CompareMethod kRankSum = {.judge = ByRankSum};
  return kRankSum;
}

namespace {

double SquaredDeviations(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return static_cast<double>(moments.count() - 1) * std::pow(moments.StandardDeviation(), 2);
}

}  // namespace

double DetectableRatio(const PairedLaunches& series, double level) {
  const std::size_t m = series.baseline.size();
  const std::size_t n = series.candidate.size();
  if (m == 0 || n == 0 || m + n < 3) return std::numeric_limits<double>::quiet_NaN();
  const double squares = SquaredDeviations(series.baseline) + SquaredDeviations(series.candidate);
  const double deviation = std::sqrt(squares / static_cast<double>(m + n - 2));
  const std::size_t launches = 2 * m * n / (m + n);
  return std::exp(DetectableAtAnySpread(launches, deviation, level, kDetectablePower));
}

namespace {

constexpr double kRounding = 1 + 1e-9;

}  // namespace

std::size_t LaunchesForRankSum(double level) {
  std::size_t launches = 0;
  for (double smallest = 1; launches < 2 || smallest > level * kRounding;) {
    ++launches;
    const auto n = static_cast<double>(launches);
    smallest *= n / (2 * (2 * n - 1));  // C(2 n, n) = C(2 n - 2, n - 1) 2 (2 n - 1) / n
  }
  return launches;
}

std::size_t LaunchesToFail(std::size_t series, double alpha) {
  return LaunchesForRankSum(AlphaOfMedians(alpha) / static_cast<double>(series));
}

std::vector<std::string> ReachNotes(const Comparison& comparison) {
  std::vector<std::string> notes;
  const auto& all = comparison.series;
  const auto unreachable =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return std::isinf(one.detectable_ratio); });
  if (unreachable == 0) return notes;
  notes.push_back(
      fmt::format("{} of {} series cannot fail: so few launches allow no p of rank-sum that is significant among {} "
                  "series; {} launches of each side are needed",
                  unreachable, all.size(), all.size(), LaunchesToFail(all.size(), comparison.alpha)));
  return notes;
}

}  // namespace mpigauge
