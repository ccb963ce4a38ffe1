#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mpigauge {

// The figures of one sample of times. The median is compared: it survives a loaded machine, means do
// not. The others stand beside it. All are NaN for an empty sample.
struct Summary {
  std::int64_t count = 0;
  double median = 0;
  double trimmed_mean = 0;  // the 25% lowest and the 25% highest left out [SK9]
  double mean = 0;
  double minimum = 0;  // of loop observations: the minimum of averages [MP1]
  double maximum = 0;  // [MP6]
  double p99 = 0;
  double standard_deviation = 0;  // divisor n - 1; 0 for one value
};

// Throws std::invalid_argument where a value is NaN or infinite.
Summary Summarize(std::span<const double> values);

// The value below which the share `p` of a sorted sample lies, interpolated between order statistics
// (Hyndman and Fan 1996, type 7: the default of NumPy and R). NaN for an empty sample.
double Quantile(std::span<const double> sorted, double p);

// The same of unsorted values, for p = 1/2.
double Median(std::vector<double> values);

// Makes the median absolute deviation of normal values their standard deviation: 1 / Phi^-1(3/4) (Rousseeuw and Croux
// 1993).
inline constexpr double kMadToSigma = 1.4826;

}  // namespace mpigauge
