#pragma once

#include <span>

namespace mpigauge {

// The Hodges-Lehmann location of one sample: the median of the means of all pairs, each value with itself included
// (Hodges and Lehmann 1963). Survives 29% of wild values as the median survives 50%, and wastes 5% of normal ones where
// the median wastes 36%. NaN of an empty sample.
double Pseudomedian(std::span<const double> values);

}  // namespace mpigauge
