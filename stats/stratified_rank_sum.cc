#include "stats/stratified_rank_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stats/rank_permutations.h"
#include "stats/rank_sum.h"

namespace mpigauge {
namespace {

constexpr double kWeightUnit = 120;
constexpr double kNoShift = std::numeric_limits<double>::quiet_NaN();

// The distribution of the sum of what has the distribution `sum` and of `stretch` times what has `next`.
std::vector<double> Convolved(const std::vector<double>& sum, const std::vector<double>& next, std::size_t stretch) {
  std::vector<double> result(sum.size() + (next.size() - 1) * stretch, 0.0);
  for (std::size_t k = 0; k < next.size(); ++k) {
    if (next[k] == 0) continue;
    for (std::size_t i = 0; i < sum.size(); ++i) result[i + k * stretch] += sum[i] * next[k];
  }
  return result;
}

// The chance of each sum of `size` of these ranks, from the smallest possible sum on.
std::vector<double> ChancesOfSums(std::span<const std::size_t> ranks, std::size_t size) {
  const std::vector<double> ways = SubsetSums(ranks, size);
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  const auto first = std::find_if(ways.begin(), ways.end(), [](double count) { return count > 0; });
  auto last = ways.end();
  while (last != first && *(last - 1) == 0) --last;
  std::vector<double> chances(first, last);
  for (double& chance : chances) chance /= all;
  return chances;
}

std::size_t SmallestSum(std::vector<std::size_t> ranks, std::size_t size) {
  std::sort(ranks.begin(), ranks.end());
  return std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(size), std::size_t{0});
}

std::vector<Stratum> WithBothSides(std::span<const Stratum> strata) {
  std::vector<Stratum> both(strata.begin(), strata.end());
  std::erase_if(both, [](const Stratum& one) { return one.baseline.empty() || one.candidate.empty(); });
  return both;
}

double ExactStratifiedTail(std::span<const Stratum> strata, const std::vector<std::size_t>& weights) {
  std::vector<double> chances = {1};
  std::size_t observed = 0;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    const Ranks ranks = RankTogether(strata[i].baseline, strata[i].candidate);
    const std::size_t size = strata[i].candidate.size();
    chances = Convolved(chances, ChancesOfSums(ranks.doubled, size), weights[i]);
    observed += weights[i] * (ranks.candidate_sum - SmallestSum(ranks.doubled, size));
  }
  const auto first = chances.begin() + static_cast<std::ptrdiff_t>(observed);
  return std::min(1.0, std::accumulate(first, chances.end(), 0.0));
}

double NormalStratifiedTail(std::span<const Stratum> strata, const std::vector<std::size_t>& weights) {
  double above = 0;
  double variance = 0;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    const Ranks ranks = RankTogether(strata[i].baseline, strata[i].candidate);
    const auto m = static_cast<double>(strata[i].baseline.size());
    const auto n = static_cast<double>(strata[i].candidate.size());
    const auto weight = static_cast<double>(weights[i]);
    const double total = m + n;
    above += weight * (static_cast<double>(ranks.candidate_sum) / 2 - n * (total + 1) / 2);
    variance += weight * weight * m * n / 12 * (total + 1 - ranks.ties / (total * (total - 1)));
  }
  if (variance <= 0) return 1;  // all values of each stratum are equal
  return 0.5 * std::erfc((above - 0.5) / std::sqrt(2 * variance));
}

// All differences within strata, ascending, with the weight of each and the sum of the weights up to it.
struct WeightedDifference {
  double difference;
  std::size_t weight;
  std::size_t up_to = 0;
};

std::vector<WeightedDifference> DifferencesWithin(std::span<const Stratum> strata) {
  const std::vector<std::size_t> weights = StratumWeights(SizesOf(strata));
  std::vector<WeightedDifference> all;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    for (const double before : strata[i].baseline) {
      for (const double after : strata[i].candidate) all.push_back({after - before, weights[i]});
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.difference < b.difference; });
  std::size_t sum = 0;
  for (WeightedDifference& one : all) one.up_to = sum += one.weight;
  return all;
}

double WeightedMedian(const std::vector<WeightedDifference>& differences) {
  if (differences.empty()) return kNoShift;
  const std::size_t total = differences.back().up_to;
  const auto middle = std::find_if(differences.begin(), differences.end(),
                                   [&](const WeightedDifference& one) { return 2 * one.up_to >= total; });
  if (2 * middle->up_to > total) return middle->difference;
  return std::lerp(middle->difference, (middle + 1)->difference, 0.5);
}

}  // namespace

StratumSizes SizesOf(std::span<const Stratum> strata) {
  StratumSizes sizes;
  for (const Stratum& one : strata) sizes.emplace_back(one.baseline.size(), one.candidate.size());
  return sizes;
}

std::vector<std::size_t> StratumWeights(const StratumSizes& sizes) {
  std::vector<std::size_t> weights;
  std::size_t common = 0;
  for (const auto& [m, n] : sizes) {
    const double wanted = std::round(kWeightUnit / static_cast<double>(m + n + 1));
    weights.push_back(std::max<std::size_t>(1, static_cast<std::size_t>(wanted)));
    common = std::gcd(common, weights.back());
  }
  for (std::size_t& weight : weights) weight /= common;
  return weights;
}

StratifiedDistribution::StratifiedDistribution(const StratumSizes& sizes) {
  const std::vector<std::size_t> weights = StratumWeights(sizes);
  std::vector<double> chances = {1};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::vector<std::size_t> ranks(sizes[i].first + sizes[i].second);
    std::iota(ranks.begin(), ranks.end(), std::size_t{1});
    chances = Convolved(chances, ChancesOfSums(ranks, sizes[i].second), weights[i]);
  }
  double sum = 0;
  for (const double chance : chances) cumulative_.push_back(sum += chance);
}

double StratifiedDistribution::LowerTail(std::size_t t) const { return cumulative_[std::min(t, largest())]; }

double StratifiedRankSumSlower(std::span<const Stratum> strata) {
  const std::vector<Stratum> both = WithBothSides(strata);
  if (both.empty()) return 1;
  if (both.size() == 1) return RankSumSlower(both[0].baseline, both[0].candidate);
  const StratumSizes sizes = SizesOf(both);
  const bool exact =
      std::all_of(sizes.begin(), sizes.end(), [](const auto& size) { return size.first + size.second <= kExactLimit; });
  const std::vector<std::size_t> weights = StratumWeights(sizes);
  return exact ? ExactStratifiedTail(both, weights) : NormalStratifiedTail(both, weights);
}

ShiftInterval StratifiedShift(std::span<const Stratum> strata, double level,
                              const StratifiedDistribution& distribution) {
  const std::vector<WeightedDifference> differences = DifferencesWithin(strata);
  if (differences.empty()) return {kNoShift, kNoShift, kNoShift, 0};
  const double tail = (1 - level) / 2;
  const std::size_t total = differences.back().up_to;
  std::size_t low = 0;
  while (2 * differences[low].up_to < total && distribution.LowerTail(differences[low].up_to) <= tail) ++low;
  std::size_t high = differences.size() - 1;
  const auto from = [&](std::size_t i) { return total - differences[i].up_to + differences[i].weight; };
  while (2 * from(high) < total && distribution.LowerTail(from(high)) <= tail) --high;
  const std::size_t below = differences[low].up_to - differences[low].weight;
  const std::size_t above = from(high) - differences[high].weight;
  return {WeightedMedian(differences), differences[low].difference, differences[high].difference,
          std::max(0.0, 1 - distribution.LowerTail(below) - distribution.LowerTail(above))};
}

double StratifiedEstimate(std::span<const Stratum> strata) { return WeightedMedian(DifferencesWithin(strata)); }

}  // namespace mpigauge
