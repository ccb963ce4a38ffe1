#include "harness/stats/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mpigauge {
namespace {

struct Ranks {
  std::vector<std::size_t> doubled;  // twice the midranks: whole numbers
  std::size_t candidate_sum = 0;     // of the doubled midranks of the candidate
  double ties = 0;                   // sum of t^3 - t over groups of t equal values
};

Ranks RankTogether(std::span<const double> baseline, std::span<const double> candidate) {
  std::vector<std::pair<double, bool>> all;  // value, belongs to the candidate
  for (const double value : baseline) all.emplace_back(value, false);
  for (const double value : candidate) all.emplace_back(value, true);
  std::sort(all.begin(), all.end());
  Ranks ranks;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    while (end < all.size() && all[end].first == all[i].first) ++end;
    const std::size_t doubled = i + 1 + end;  // twice the mean of the ranks i + 1 .. end
    const auto count = static_cast<double>(end - i);
    ranks.ties += count * count * count - count;
    for (; i < end; ++i) {
      ranks.doubled.push_back(doubled);
      if (all[i].second) ranks.candidate_sum += doubled;
    }
  }
  return ranks;
}

// How many of the subsets of `size` weights have each sum. Only additions, so no digits are lost.
std::vector<double> SubsetSums(std::span<const std::size_t> weights, std::size_t size) {
  const std::size_t total = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
  std::vector<std::vector<double>> ways(size + 1, std::vector<double>(total + 1, 0.0));
  ways[0][0] = 1;
  std::size_t seen = 0;
  std::size_t reach = 0;  // the largest sum of those seen
  for (const std::size_t weight : weights) {
    reach += weight;
    for (std::size_t chosen = std::min(size, ++seen); chosen > 0; --chosen) {
      for (std::size_t sum = reach; sum >= weight; --sum) ways[chosen][sum] += ways[chosen - 1][sum - weight];
    }
  }
  return ways[size];
}

double ExactUpperTail(const Ranks& ranks, std::size_t candidate_size) {
  const std::size_t unit = ranks.ties > 0 ? 1 : 2;  // without ties all doubled ranks are even
  std::vector<std::size_t> weights = ranks.doubled;
  for (std::size_t& weight : weights) weight /= unit;
  const std::vector<double> ways = SubsetSums(weights, candidate_size);
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  const auto first = ways.begin() + static_cast<std::ptrdiff_t>(ranks.candidate_sum / unit);
  return std::min(1.0, std::accumulate(first, ways.end(), 0.0) / all);
}

double NormalUpperTail(const Ranks& ranks, double m, double n) {
  const double total = m + n;
  const double mean = n * (total + 1) / 2;
  const double variance = m * n / 12 * (total + 1 - ranks.ties / (total * (total - 1)));
  if (variance <= 0) return 1;  // all values are equal
  const double sum = static_cast<double>(ranks.candidate_sum) / 2;
  return 0.5 * std::erfc((sum - mean - 0.5) / std::sqrt(2 * variance));
}

}  // namespace

RankSumDistribution::RankSumDistribution(std::size_t m, std::size_t n) {
  std::vector<std::size_t> ranks(m + n);
  std::iota(ranks.begin(), ranks.end(), 1);
  const std::vector<double> ways = SubsetSums(ranks, m);
  const std::size_t smallest = m * (m + 1) / 2;
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  double sum = 0;
  for (std::size_t u = 0; u <= m * n; ++u) {
    sum += ways[smallest + u];
    cumulative_.push_back(sum / all);
  }
}

double RankSumDistribution::LowerTail(std::size_t u) const { return cumulative_[std::min(u, cumulative_.size() - 1)]; }

double RankSumSlower(std::span<const double> baseline, std::span<const double> candidate) {
  if (baseline.empty() || candidate.empty()) return 1;
  const Ranks ranks = RankTogether(baseline, candidate);
  if (ranks.doubled.size() <= kExactLimit) return ExactUpperTail(ranks, candidate.size());
  return NormalUpperTail(ranks, static_cast<double>(baseline.size()), static_cast<double>(candidate.size()));
}

}  // namespace mpigauge
