#pragma once

#include <map>
#include <span>
#include <utility>

#include "stats/rank_sum.h"
#include "stats/stratified_rank_sum.h"

namespace mpigauge {

// RankSumSlower and StratifiedRankSumSlower of a shifted candidate, with the null distributions kept: a gate asks for
// the same few sizes some hundred times.
class RankSumTable {
 public:
  // p of "the candidate, `shift` added to each value, is slower than the baseline".
  double Slower(std::span<const double> baseline, std::span<const double> candidate, double shift = 0);

  // p of "the candidate, `shift` added, is faster".
  double Faster(std::span<const double> baseline, std::span<const double> candidate, double shift = 0);

  // Both p within strata.
  double Slower(std::span<const Stratum> strata, double shift = 0);
  double Faster(std::span<const Stratum> strata, double shift = 0);

 private:
  const RankSumDistribution& Of(std::size_t m, std::size_t n);
  const StratifiedDistribution& Of(const StratumSizes& sizes);

  std::map<std::pair<std::size_t, std::size_t>, RankSumDistribution> known_;
  std::map<StratumSizes, StratifiedDistribution> known_strata_;
};

}  // namespace mpigauge
