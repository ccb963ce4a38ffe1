#pragma once

#include <cstddef>

namespace mpigauge {

// K times, one for each scenario that is replayed at once. Loops of constant length become vector instructions.
template <int K>
struct Lanes {
  double at[K];

  double& operator[](std::size_t lane) { return at[lane]; }
  double operator[](std::size_t lane) const { return at[lane]; }

  Lanes& operator+=(const Lanes& other) {
    for (int lane = 0; lane < K; ++lane) at[lane] += other.at[lane];
    return *this;
  }
  friend Lanes operator+(Lanes left, const Lanes& right) { return left += right; }
};

template <int K>
Lanes<K> Max(const Lanes<K>& left, const Lanes<K>& right) {
  Lanes<K> result;
  for (int lane = 0; lane < K; ++lane)
    result.at[lane] = left.at[lane] > right.at[lane] ? left.at[lane] : right.at[lane];
  return result;
}

template <int K>
Lanes<K> Min(const Lanes<K>& left, const Lanes<K>& right) {
  Lanes<K> result;
  for (int lane = 0; lane < K; ++lane)
    result.at[lane] = left.at[lane] > right.at[lane] ? right.at[lane] : left.at[lane];
  return result;
}

// `factors` times a number that all scenarios share.
template <int K>
Lanes<K> Scaled(const Lanes<K>& factors, double value) {
  Lanes<K> result;
  for (int lane = 0; lane < K; ++lane) result.at[lane] = factors.at[lane] * value;
  return result;
}

}  // namespace mpigauge
