#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulator/fit/network_fit.h"

namespace mpigauge {

// A measured curve as the fits take it: values of launches that lie far from the others are NaN, sizes that nothing was
// measured at are gone.
struct CleanCurve {
  std::vector<double> bytes;
  std::vector<std::vector<double>> seconds;  // [size][launch]
  std::vector<std::int64_t> outliers;        // how many launches of each size were left out

  // The median of each size over these launches (places in `seconds`; a launch may be there more than once). A size
  // that none of them has gets the median of all.
  std::vector<double> Medians(std::span<const std::size_t> launches) const;
  std::vector<double> Medians() const;  // over all launches
};

// An outlier is farther from the median of its size than five standard deviations, by the median of absolute deviations
// of logarithms, and than 5%. Of fewer than five launches none is; and where more than a quarter would be, the launches
// have two speeds, and none is. Times that are not above zero count as not measured. Source: Demaine, Results [DE2],
// who left outliers out by hand.
CleanCurve CleanCurveOf(const MeasuredCurve& curve);

// Whether a time stands out of its neighbours': it lies on the same side of what the two sizes before it and the two
// after it go on to, by much more than times usually do. A break of the curve does not: on one side it goes on. The two
// sizes at each end have too few neighbours to tell.
std::vector<bool> StandsOut(std::span<const double> bytes, std::span<const double> seconds);

}  // namespace mpigauge
