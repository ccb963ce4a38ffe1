#pragma once

#include <map>
#include <span>
#include <utility>

#include "harness/stats/rank_sum.h"

namespace mpigauge {

// RankSumSlower of a shifted candidate, with the null distributions kept: a gate asks for the same few sizes some
// hundred times.
class RankSumTable {
 public:
  // p of "the candidate, `shift` added to each value, is slower than the baseline".
  double Slower(std::span<const double> baseline, std::span<const double> candidate, double shift = 0);

  // p of "the candidate, `shift` added, is faster".
  double Faster(std::span<const double> baseline, std::span<const double> candidate, double shift = 0);

 private:
  const RankSumDistribution& Of(std::size_t m, std::size_t n);

  std::map<std::pair<std::size_t, std::size_t>, RankSumDistribution> known_;
};

}  // namespace mpigauge
