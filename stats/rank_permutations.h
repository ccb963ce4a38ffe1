#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpigauge {

// Two samples ranked together, as a permutation test needs them: the ranks, and in how many ways they could be dealt
// out.
struct Ranks {
  std::vector<std::size_t> doubled;  // twice the midranks: whole numbers
  std::size_t candidate_sum = 0;     // of the doubled midranks of the candidate
  double ties = 0;                   // sum of t^3 - t over groups of t equal values
};

Ranks RankTogether(std::span<const double> baseline, std::span<const double> candidate);

// The number of subsets of `size` weights for each sum. Only additions, so no digits are lost.
std::vector<double> SubsetSums(std::span<const std::size_t> weights, std::size_t size);

}  // namespace mpigauge
