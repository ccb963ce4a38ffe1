#include "lab/simulation/rival_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "baselines/verdict/rank_sum_table.h"
#include "baselines/verdict/spending.h"
#include "stats/distribution.h"
#include "stats/holm.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

constexpr int kRivalLaunches = 10;

using Launches = std::vector<std::vector<SimulatedLaunch>>;

double Mean(const Launches& launches, const LaunchPool& pool, std::size_t series) {
  double sum = 0;
  for (const auto& launch : launches) sum += std::exp(launch[series].effect) * pool.At(launch[series].within).mean;
  return sum / static_cast<double>(launches.size());
}

std::vector<double> Medians(const Launches& launches, const LaunchPool& pool, std::size_t series) {
  std::vector<double> medians;
  for (const auto& launch : launches) {
    medians.push_back(launch[series].effect + pool.At(launch[series].within).log_median);
  }
  return medians;
}

std::vector<double> SortedObservations(const Launches& launches, const LaunchPool& pool, std::size_t series) {
  std::vector<double> all;
  for (const auto& launch : launches) {
    for (const double log : pool.Observations(launch[series].within)) all.push_back(launch[series].effect + log);
  }
  std::sort(all.begin(), all.end());
  return all;
}

double RatioOfMeans(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series) {
  return Mean(sides.candidate, pool, series) / Mean(sides.baseline, pool, series);
}

double FivePercent(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series) {
  return RatioOfMeans(sides, pool, series) > 1.05 ? 0 : 1;
}

double TenPercent(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series) {
  return RatioOfMeans(sides, pool, series) > 1.10 ? 0 : 1;
}

double PooledRankSum(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series) {
  return PooledRankSumSlower(SortedObservations(sides.baseline, pool, series),
                             SortedObservations(sides.candidate, pool, series));
}

// Welch's t test without equal variances (Welch 1947), one-sided.
double WelchOnLogs(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series) {
  const Moments before = MomentsOf(Medians(sides.baseline, pool, series));
  const Moments after = MomentsOf(Medians(sides.candidate, pool, series));
  const double a = std::pow(before.StandardError(), 2);
  const double b = std::pow(after.StandardError(), 2);
  const double degrees =
      (a + b) * (a + b) /
      (a * a / static_cast<double>(before.count() - 1) + b * b / static_cast<double>(after.count() - 1));
  return StudentTail((after.mean() - before.mean()) / std::sqrt(a + b), degrees);
}

double RankSumOfLaunches(const SimulatedSides& sides, const LaunchPool& pool, std::size_t series) {
  static thread_local RankSumTable table;  // a null distribution takes longer than a gate
  return table.Slower(Medians(sides.baseline, pool, series), Medians(sides.candidate, pool, series));
}

}  // namespace

double PooledRankSumSlower(const std::vector<double>& before, const std::vector<double>& after) {
  double above = 0;  // pairs in which the candidate is slower; of equal ones a half
  auto smaller = before.begin();
  auto not_larger = before.begin();
  for (const double value : after) {
    while (smaller != before.end() && *smaller < value) ++smaller;
    while (not_larger != before.end() && *not_larger <= value) ++not_larger;
    above += static_cast<double>((smaller - before.begin()) + (not_larger - before.begin())) / 2;
  }
  const auto m = static_cast<double>(before.size());
  const auto n = static_cast<double>(after.size());
  return NormalUpperTail((above - m * n / 2) / std::sqrt(m * n * (m + n + 1) / 12));
}

const std::vector<RivalRule>& RivalRules() {
  static const std::vector<RivalRule> kRules = {
      {"means differ by 5%", FivePercent, 0.5},
      {"means differ by 10%", TenPercent, 0.5},
      {"pooled U test (compare.py)", PooledRankSum},
      {"Welch on log medians", WelchOnLogs},
      {"rank sum, Holm", RankSumOfLaunches, 0.05, true},
      {"rank sum, Holm, side by side", RankSumOfLaunches, 0.05, true, true},
  };
  return kRules;
}

SimulatedSides SimulateSides(SimulatedMachine& machine, std::size_t series, bool side_by_side,
                             const std::vector<double>& slowdowns) {
  std::vector<std::size_t> all(series);
  std::iota(all.begin(), all.end(), std::size_t{0});
  SimulatedSides sides;
  machine.StartJob();
  if (side_by_side) {
    for (const bool candidate : SidesInOrder(LaunchOrder::kRandomPairs, kRivalLaunches, machine.random())) {
      const std::vector<double> none;
      (candidate ? sides.candidate : sides.baseline).push_back(machine.Launch(all, candidate ? slowdowns : none));
    }
    return sides;
  }
  for (int launch = 0; launch < kRivalLaunches; ++launch) sides.baseline.push_back(machine.Launch(all, {}));
  machine.StartJob();
  for (int launch = 0; launch < kRivalLaunches; ++launch) sides.candidate.push_back(machine.Launch(all, slowdowns));
  return sides;
}

std::vector<bool> Flagged(const RivalRule& rule, const SimulatedSides& sides, const LaunchPool& pool,
                          const std::vector<std::size_t>& series) {
  std::vector<double> p;
  for (const std::size_t i : series) p.push_back(rule.p(sides, pool, i));
  if (rule.holm) p = HolmAdjusted(p);
  std::vector<bool> flagged;
  for (const double one : p) flagged.push_back(one <= rule.level);
  return flagged;
}

}  // namespace mpigauge
