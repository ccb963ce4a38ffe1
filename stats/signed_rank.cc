#include "stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "stats/summary.h"

namespace mpigauge {
namespace {

struct Ranks {
  std::vector<std::size_t> doubled;  // twice the midranks of the absolute differences: whole numbers
  std::size_t positive_sum = 0;      // of the doubled midranks of positive differences
  double ties = 0;                   // sum of t^3 - t over groups of t equal absolute differences
};

Ranks RankAbsolutes(std::span<const double> differences) {
  std::vector<double> sorted;
  for (const double d : differences) {
    if (d != 0) sorted.push_back(d);
  }
  std::sort(sorted.begin(), sorted.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  Ranks ranks;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i;
    while (end < sorted.size() && std::fabs(sorted[end]) == std::fabs(sorted[i])) ++end;
    const std::size_t doubled = i + 1 + end;  // twice the mean of the ranks i + 1 .. end
    const auto count = static_cast<double>(end - i);
    ranks.ties += count * count * count - count;
    for (; i < end; ++i) {
      ranks.doubled.push_back(doubled);
      if (sorted[i] > 0) ranks.positive_sum += doubled;
    }
  }
  return ranks;
}

// The probability of each sum when each weight is in it with chance 1/2.
std::vector<double> SumProbabilities(std::span<const std::size_t> weights) {
  const std::size_t total = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
  std::vector<double> chance(total + 1, 0.0);
  chance[0] = 1;
  std::size_t reached = 0;
  for (const std::size_t weight : weights) {
    reached += weight;
    for (std::size_t sum = reached + 1; sum-- > 0;) {
      chance[sum] = 0.5 * (chance[sum] + (sum >= weight ? chance[sum - weight] : 0.0));
    }
  }
  return chance;
}

double NormalUpperTail(const Ranks& ranks) {
  const auto n = static_cast<double>(ranks.doubled.size());
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48;
  const double sum = static_cast<double>(ranks.positive_sum) / 2;
  return 0.5 * std::erfc((sum - mean - 0.5) / std::sqrt(2 * variance));
}

std::vector<double> SortedWalshAverages(std::span<const double> values) {
  std::vector<double> averages;
  averages.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) averages.push_back((values[i] + values[j]) / 2);
  }
  std::sort(averages.begin(), averages.end());
  return averages;
}

}  // namespace

SignedRankDistribution::SignedRankDistribution(std::size_t n) {
  std::vector<std::size_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), 1);
  cumulative_ = SumProbabilities(ranks);
  std::partial_sum(cumulative_.begin(), cumulative_.end(), cumulative_.begin());
}

double SignedRankDistribution::LowerTail(std::size_t w) const {
  return std::min(1.0, cumulative_[std::min(w, cumulative_.size() - 1)]);
}

double SignedRankPositive(std::span<const double> differences) {
  const Ranks ranks = RankAbsolutes(differences);
  if (ranks.doubled.empty()) return 1;
  if (ranks.doubled.size() > kExactSignedRanks) return NormalUpperTail(ranks);
  const std::vector<double> chance = SumProbabilities(ranks.doubled);
  const auto first = chance.begin() + static_cast<std::ptrdiff_t>(ranks.positive_sum);
  return std::min(1.0, std::accumulate(first, chance.end(), 0.0));
}

ShiftInterval SignedRankInterval(std::span<const double> differences, double level,
                                 const SignedRankDistribution& distribution) {
  const std::vector<double> averages = SortedWalshAverages(differences);
  if (averages.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {none, none, none, 0};
  }
  // The k-th smallest and largest average bound the location with confidence 1 - 2 P(W+ <= k - 1).
  const double alpha = 1 - level;
  std::size_t k = 1;
  while (2 * k < averages.size() && distribution.LowerTail(k) <= alpha / 2) ++k;
  return {Quantile(averages, 0.5), averages[k - 1], averages[averages.size() - k],
          std::max(0.0, 1 - 2 * distribution.LowerTail(k - 1))};
}

}  // namespace mpigauge
