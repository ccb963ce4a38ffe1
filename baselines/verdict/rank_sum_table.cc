#include "baselines/verdict/rank_sum_table.h"

#include <algorithm>
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

// Pairs within several strata, weighted as their statistic is.
struct PairsWithin {
  std::size_t candidate_above = 0;
  std::size_t candidate_below = 0;
  bool exact = true;  // without ties, and small
};

PairsWithin CountPairsWithin(std::span<const Stratum> strata, double shift) {
  const std::vector<std::size_t> weights = StratumWeights(SizesOf(strata));
  PairsWithin sum;
  for (std::size_t i = 0; i < strata.size(); ++i) {
    const auto& [baseline, candidate] = strata[i];
    const Pairs pairs = CountPairs(baseline, candidate, shift);
    sum.candidate_above += weights[i] * pairs.candidate_above;
    sum.candidate_below += weights[i] * (baseline.size() * candidate.size() - pairs.candidate_above);
    sum.exact = sum.exact && pairs.equal == 0 && baseline.size() + candidate.size() <= kExactLimit;
  }
  return sum;
}

// The candidate as the baseline, and the other way round, where `swapped`.
std::vector<Stratum> ShiftedStrata(std::span<const Stratum> strata, double shift, bool swapped) {
  std::vector<Stratum> all;
  for (const auto& [baseline, candidate] : strata) {
    Stratum& one = all.emplace_back(Stratum{baseline, Shifted(candidate, shift)});
    if (swapped) std::swap(one.baseline, one.candidate);
  }
  return all;
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

const StratifiedDistribution& RankSumTable::Of(const StratumSizes& sizes) {
  return known_strata_.try_emplace(sizes, sizes).first->second;
}

double RankSumTable::Slower(std::span<const Stratum> strata, double shift) {
  if (strata.size() == 1) return Slower(strata[0].baseline, strata[0].candidate, shift);
  const PairsWithin pairs = CountPairsWithin(strata, shift);
  if (!pairs.exact) return StratifiedRankSumSlower(ShiftedStrata(strata, shift, false));
  return Of(SizesOf(strata)).LowerTail(pairs.candidate_below);
}

double RankSumTable::Faster(std::span<const Stratum> strata, double shift) {
  if (strata.size() == 1) return Faster(strata[0].baseline, strata[0].candidate, shift);
  const PairsWithin pairs = CountPairsWithin(strata, shift);
  if (!pairs.exact) return StratifiedRankSumSlower(ShiftedStrata(strata, shift, true));
  return Of(SizesOf(strata)).LowerTail(pairs.candidate_above);
}

}  // namespace mpigauge
