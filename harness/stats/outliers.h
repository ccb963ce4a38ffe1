#pragma once

#include <span>
#include <vector>

namespace mpigauge {

// Values outside are outliers; the fences themselves are inside.
struct Fences {
  double low = 0;
  double high = 0;
};

// Tukey's inner fences (Exploratory Data Analysis, 1977): the quartiles (type 7, see Quantile), moved outwards by
// one and a half times their distance. NaN of an empty sample. `sorted` is ascending. Throws
// std::invalid_argument where a value is not finite.
Fences TukeyFences(std::span<const double> sorted);

// ReproMPI filters samples of more than this many values (Hunold and Carpen-Amarie); smaller ones stay whole.
inline constexpr std::size_t kFilteredFrom = 11;

// The values within the fences, in the order in which they came. The whole of a sample below kFilteredFrom.
std::vector<double> WithoutOutliers(std::span<const double> values);

}  // namespace mpigauge
