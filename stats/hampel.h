#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpigauge {

// A sequence whose outliers are moved to the limit of what its neighbours allow: the identifier of Hampel (1974), as
// Pearson (2002), "Outliers in process modeling and identification", moves it along a sequence. A value may be five
// standard deviations from the median of seven: itself, and the three on each side (at an end the outermost seven). The
// standard deviation is 1.4826 times the median distance of all values from the medians around them.
//
// A step stays where it is, since four values of seven lie on one side of it, and so does a trend. Up to three strange
// values of seven are moved. Returns as many values as it is given; fewer than seven are not changed. Throws
// std::invalid_argument where a value is not finite.
std::vector<double> MoveOutliersIn(std::span<const double> values);

}  // namespace mpigauge
