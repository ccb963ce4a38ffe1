#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mpigauge {

// A sequence whose outliers are moved to the limit of what its neighbours allow: the identifier of Hampel (1974), as
// Pearson (2002), "Outliers in process modeling and identification", moves it along a sequence. A value may be five
// standard deviations from the median of five: itself, and the two on each side (at an end the outermost five). The
// standard deviation is 1.4826 times the median distance of all values from the medians around them.
//
// A step stays where it is, since three values of five lie on one side of it, and so does a trend. A level of three
// values stays, too; up to two strange values of five are moved. Returns as many values as it is given; fewer than five
// are not changed. Throws std::invalid_argument where a value is not finite.
std::vector<double> MoveOutliersIn(std::span<const double> values);

}  // namespace mpigauge
