#pragma once

#include <cstddef>
#include <span>

namespace mpigauge {

struct KolmogorovSmirnov {
  double distance = 0;  // of the two distribution functions
  double p = 1;         // two-sided
};

// Two samples of one distribution? Sees a change of shape that leaves the median where it was. Exact by counting
// lattice paths (Hodges 1958) up to kExactPairs values in all, where ties make p too large, never too small; beyond it
// Smirnov's limit. p is 1 where a sample is empty.
KolmogorovSmirnov CompareShapes(std::span<const double> one, std::span<const double> other);

inline constexpr std::size_t kExactPairs = 400;

}  // namespace mpigauge
