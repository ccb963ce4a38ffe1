#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/history/change_point.h"
#include "baselines/history/energy_split.h"

namespace mpigauge {

// E-divisive of Matteson and James (2014), algorithms 1 and 2: the best split over all segments, as long as it is
// significant. Its p value is that of a permutation test: values are exchanged at random within every segment, and
// p = (1 + b) / (1 + B), where b of B permutations have a split at least as good. That is never 0 and never below its
// level (Phipson and Smyth 2010); b / (B + 1), which others use, is.
class EDivisive {
 public:
  struct Settings {
    double level = 0.005;
    int permutations = 199;
    std::size_t minimum_segment = 3;  // a single strange run is no change
    std::uint64_t seed = 1;           // equal input, equal points
  };

  EDivisive() = default;
  explicit EDivisive(const Settings& settings) : settings_(settings) {}

  // In the order of their index. Throws std::invalid_argument where a value is not finite.
  std::vector<ChangePoint> Find(std::span<const double> values);

 private:
  Split BestOf(std::span<const double> values, const std::vector<std::size_t>& ends);
  bool PermutationReaches(std::span<const double> values, const std::vector<std::size_t>& ends, double divergence);
  double PValue(std::span<const double> values, const std::vector<std::size_t>& ends, double divergence);

  Settings settings_;
  EnergySplit split_;
  std::vector<double> permuted_;
  std::uint64_t state_ = 0;
};

}  // namespace mpigauge
