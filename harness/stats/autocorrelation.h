#pragma once

#include <cstddef>
#include <span>

namespace mpigauge {

struct EffectiveCount {
  double count = 0;      // so many independent values say as much of the mean; at most n
  bool bounded = false;  // the correlation reached beyond kMostLags: the count is an upper limit
};

inline constexpr std::size_t kMostLags = 512;

// n / (1 + 2 sum of the autocorrelations): at each lag the sum of products of deviations over the sum of their squares
// (Box and Jenkins). The sum is ended by the initial positive sequence of Geyer (1992),
// "Practical Markov Chain Monte Carlo", 3.3: sums of pairs of neighbouring lags, until one is not positive.
// Correlation that alternates would make the count larger than n; it is left at n. O(n) for each lag, for as many
// lags as the correlation reaches, at most kMostLags. Throws std::invalid_argument where a value is not finite.
EffectiveCount EffectiveObservations(std::span<const double> values);

}  // namespace mpigauge
