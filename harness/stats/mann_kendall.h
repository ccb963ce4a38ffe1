#pragma once

#include <span>

namespace mpigauge {

// Is there a trend in a sequence? `score` is the number of pairs in which the later value is larger, less the
// number in which it is smaller.
struct Trend {
  double score = 0;
  double deviation = 0;  // the standard deviation of the score of values in random order; 0 where all are equal
  double p_value = 1;    // two-sided, normal approximation without continuity correction

  // The p value where neighbours are correlated so that n values count as n / inflation (Hamed and Rao 1998).
  double PValue(double inflation) const;
};

// The test of Mann (1945) and Kendall, ties taken into account. O(n log n). Throws std::invalid_argument where a
// value is not finite.
Trend MannKendall(std::span<const double> values);

}  // namespace mpigauge
