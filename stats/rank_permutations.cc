#include "stats/rank_permutations.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mpigauge {

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

}  // namespace mpigauge
