#pragma once

#include <cstddef>
#include <span>

namespace mpigauge {

// Which divisor a variance has.
enum class Divisor { kDegrees, kCount };  // n - 1, n

struct TwoSampleT {
  double difference = 0;  // mean of the right sample minus mean of the left one
  double t = 0;           // 0 where all values are equal, infinite where only those of each sample are
  double degrees = 0;

  // Two-sided; 1 where there are no degrees of freedom.
  double PValue() const;
};

// Student's test of equal means with pooled variance. kCount gives variances with divisor n to formulas that expect
// n - 1, as Apache Otava does: p values are then too small (0.0198 at a nominal 0.01 for 3 against 3 values).
TwoSampleT StudentTest(std::span<const double> left, std::span<const double> right, Divisor divisor);

// The |t| from which on PValue() is at most `level`.
double StudentCritical(double level, double degrees);

}  // namespace mpigauge
