#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace mpigauge {

// Where a sequence divides best: `index` is the first value of the right part.
struct Split {
  std::size_t index = 0;
  double divergence = -std::numeric_limits<double>::infinity();  // where the sequence is too short to be divided
};

// The split of Matteson and James (2014), "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate
// Data", J. Am. Stat. Assoc. 109, equations 5 to 7, with exponent 1: the largest
//   Q = 2 / (m + n) (sum of distances across - m / (n - 1) sum within the left - n / (m - 1) sum within the right)
// over all left parts values[0, t) of n and right parts values[t, k) of m values. The right part may end before the
// sequence does, so that a bump that goes up and comes back is found too.
//
// O(n^2), of which every step is a few additions on whole rows. Keeps its working memory: one of it for each thread.
class EnergySplit {
 public:
  // Parts have at least `minimum` >= 1 values; a part of one has no distances within. Of equal splits the first.
  Split Best(std::span<const double> values, std::size_t minimum);

 private:
  void SumPrefixes(std::span<const double> values);

  std::vector<double> prefix_;        // [k]: the sum of distances within values[0, k)
  std::vector<double> prefix_share_;  // [k]: prefix_[k] / (k - 1)
  std::vector<double> scale_;         // [k]: 2 / k
  std::vector<double> count_;         // [k]: k
  std::vector<double> within_;        // [t]: the sum of distances within values[t, t + m), for the current m
  std::vector<double> within_before_;
  std::vector<double> within_two_before_;
  std::vector<double> best_;  // [t]: the largest Q of a left part that ends at t
};

}  // namespace mpigauge
