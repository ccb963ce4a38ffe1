#pragma once

#include <cstddef>

namespace mpigauge {

// The smallest slowdown (log) that SlowerAtAnySpread finds with chance `power` at the one-sided level `alpha`, with
// `launches` a side whose logarithms are normal and have the standard deviation `deviation`: the larger one of its two
// tests. The exact rank sum: (t(1 - alpha) + t(power)) deviation sqrt(2 / launches), t with 2 launches - 2 degrees of
// freedom, over sqrt(3 / pi), as its asymptotic efficiency is 3 / pi (Hodges and Lehmann 1956). The test for any
// spreads: the same without that, and with t(1 - alpha) of launches - 1 degrees of freedom. Infinite where so few
// launches cannot reach the level: 1 / C(2 n, n) > alpha.
double DetectableAtAnySpread(std::size_t launches, double deviation, double alpha, double power);

}  // namespace mpigauge
