#include "stats/rank_sum.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "stats/rank_permutations.h"

namespace mpigauge {
namespace {

using Tails = std::vector<double>;

// Returns for each sum the share of all ways to deal these ranks out whose sum is at least so large.
Tails TailsOf(const std::vector<std::size_t>& weights, std::size_t candidate_size) {
  Tails tails = SubsetSums(weights, candidate_size);
  double all = 0;
  for (auto ways = tails.rbegin(); ways != tails.rend(); ++ways) {
    all += *ways;
    *ways = all;
  }
  for (double& tail : tails) tail = std::min(1.0, tail / all);
  return tails;
}

// The series of a suite have few patterns of ties, most of them none, and counting the ways takes longer than all the
// rest of a test.
const Tails& KnownTails(const std::vector<std::size_t>& weights, std::size_t candidate_size) {
  constexpr std::size_t kMost = 200;  // so they take some ten megabytes at most
  thread_local std::map<std::pair<std::size_t, std::vector<std::size_t>>, Tails> known;
  auto key = std::pair(candidate_size, weights);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  if (known.size() >= kMost) known.clear();
  return known.emplace(std::move(key), TailsOf(weights, candidate_size)).first->second;
}

double ExactUpperTail(const Ranks& ranks, std::size_t candidate_size) {
  const std::size_t unit = ranks.ties > 0 ? 1 : 2;  // without ties all doubled ranks are even
  std::vector<std::size_t> weights = ranks.doubled;
  for (std::size_t& weight : weights) weight /= unit;
  return KnownTails(weights, candidate_size)[ranks.candidate_sum / unit];
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
