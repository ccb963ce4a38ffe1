#pragma once

#include <cstddef>

namespace mpigauge {

// The quantiles and tails that intervals are made of (Boost.Math). They are here alone, because Boost.Math takes
// seconds to compile.

// The value that Student's t with `degrees` (> 0) of freedom stays below with probability p, 0 < p < 1.
double StudentQuantile(double p, double degrees);

// The chance that Student's t with `degrees` (> 0) of freedom is at least `t`.
double StudentTail(double t, double degrees);

// The value that a standard normal deviate stays below with probability p, 0 < p < 1.
double NormalQuantile(double p);

// P(B <= k) for B binomial: n draws of probability p. 0 for k < 0, 1 for k >= n. Exact for large n as well
// (incomplete beta function).
double BinomialCdf(std::ptrdiff_t k, std::size_t n, double p);

// The two-sided p value of a standard normal deviate.
double NormalTwoSided(double z);

}  // namespace mpigauge
