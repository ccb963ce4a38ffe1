#include <algorithm>

#include "baselines/history/change_point.h"
#include "stats/finite.h"

namespace mpigauge {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine and in the oracle.
std::uint64_t Next(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// Uniform over 0 .. n - 1, up to 2^-32: the high half of a product (Lemire 2019), without its correction.
std::size_t Below(std::size_t n, std::uint64_t& state) { return ((Next(state) >> 32) * n) >> 32; }

void Shuffle(std::span<double> values, std::uint64_t& state) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[Below(i, state)]);
}

// Calls `each` with begin and size of the segments that end at `ends`.
template <typename Each>
void ForEachSegment(const std::vector<std::size_t>& ends, Each each) {
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    each(begin, end - begin);
    begin = end;
  }
}

}  // namespace

Split EDivisive::BestOf(std::span<const double> values, const std::vector<std::size_t>& ends) {
  Split best;
  ForEachSegment(ends, [&](std::size_t begin, std::size_t size) {
    const Split split = split_.Best(values.subspan(begin, size), settings_.minimum_segment);
    if (split.divergence > best.divergence) best = {begin + split.index, split.divergence};
  });
  return best;
}

bool EDivisive::PermutationReaches(std::span<const double> values, const std::vector<std::size_t>& ends,
                                   double divergence) {
  permuted_.assign(values.begin(), values.end());
  const std::span<double> permuted(permuted_);
  ForEachSegment(ends, [&](std::size_t begin, std::size_t size) { Shuffle(permuted.subspan(begin, size), state_); });
  return BestOf(permuted, ends).divergence >= divergence;
}

// Ends early where the split cannot become significant any more; what it returns then is above the level.
double EDivisive::PValue(std::span<const double> values, const std::vector<std::size_t>& ends, double divergence) {
  const double all = settings_.permutations + 1;
  double reached = 1;
  for (int i = 0; i < settings_.permutations && reached / all <= settings_.level; ++i) {
    reached += PermutationReaches(values, ends, divergence) ? 1 : 0;
  }
  return reached / all;
}

std::vector<ChangePoint> EDivisive::Find(std::span<const double> values) {
  RequireFinite(values);
  state_ = settings_.seed;
  std::vector<ChangePoint> points;
  std::vector<std::size_t> ends = {values.size()};
  while (true) {
    const Split best = BestOf(values, ends);
    if (!(best.divergence > 0)) break;  // too short, or all values equal
    const double p_value = PValue(values, ends, best.divergence);
    if (p_value > settings_.level) break;
    points.push_back({best.index, p_value});
    ends.insert(std::lower_bound(ends.begin(), ends.end(), best.index), best.index);
  }
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  return points;
}

}  // namespace mpigauge
