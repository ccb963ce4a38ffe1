#include "baselines/verdict/rank_sum_table.h"

#include <vector>

namespace mpigauge {
namespace {

struct Pairs {
  std::size_t candidate_above = 0;  // pairs in which the candidate is slower
  std::size_t equal = 0;
};

Pairs CountPairs(std::span<const double> baseline, std::span<const double> candidate, double shift) {
  Pairs pairs;
  for (const double before : baseline) {
    for (const double after : candidate) {
      pairs.candidate_above += after + shift > before;
      pairs.equal += after + shift == before;
    }
  }
  return pairs;
}

std::vector<double> Shifted(std::span<const double> values, double shift) {
  std::vector<double> shifted(values.begin(), values.end());
  for (double& value : shifted) value += shift;
  return shifted;
}

}  // namespace

const RankSumDistribution& RankSumTable::Of(std::size_t m, std::size_t n) {
  return known_.try_emplace({m, n}, m, n).first->second;
}

double RankSumTable::Slower(std::span<const double> baseline, std::span<const double> candidate, double shift) {
  if (baseline.empty() || candidate.empty()) return 1;
  const Pairs pairs = CountPairs(baseline, candidate, shift);
  if (pairs.equal > 0 || baseline.size() + candidate.size() > kExactLimit) {
    return RankSumSlower(baseline, Shifted(candidate, shift));
  }
  return Of(baseline.size(), candidate.size()).LowerTail(baseline.size() * candidate.size() - pairs.candidate_above);
}

double RankSumTable::Faster(std::span<const double> baseline, std::span<const double> candidate, double shift) {
  if (baseline.empty() || candidate.empty()) return 1;
  const Pairs pairs = CountPairs(baseline, candidate, shift);
  if (pairs.equal > 0 || baseline.size() + candidate.size() > kExactLimit) {
    return RankSumSlower(Shifted(candidate, shift), baseline);
  }
  return Of(baseline.size(), candidate.size()).LowerTail(pairs.candidate_above);
}

}  // namespace mpigauge
