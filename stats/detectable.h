#pragma once

#include <cstddef>

namespace mpigauge {

// The smallest slowdown (log) that is found with chance `power` with `launches` a side whose logarithms have the
// standard deviation `deviation`, by Welch's or Student's one-sided test of level `alpha`: (t(1 - alpha) + t(power))
// deviation sqrt(2 / launches), t with 2 launches - 2 degrees of freedom. Infinite with fewer than two launches.
double DetectableByT(std::size_t launches, double deviation, double alpha, double power);

// The detectable slowdown by SlowerAtAnySpread, for launches that are normal: the larger one of its two tests. The
// exact rank sum: 1 / sqrt(3 / pi) of the above, as its asymptotic efficiency is 3 / pi (Hodges and Lehmann 1956). The
// test for any spreads: the above with t(1 - alpha) of launches - 1 degrees of freedom. Infinite where so few launches
// cannot reach the level: 1 / C(2 n, n) > alpha.
double DetectableAtAnySpread(std::size_t launches, double deviation, double alpha, double power);

}  // namespace mpigauge
