#pragma once

#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace mpigauge {

// The share that SKaMPI leaves out at either side [SK9].
inline constexpr double kTrimmedShare = 0.25;

// The mean without the `share` lowest and the `share` highest of an ascending sample: floor(share n) values on
// either side. NaN of an empty sample. Throws std::invalid_argument where a value is not finite, or the share not
// in 0 <= share < 0.5.
double TrimmedMean(std::span<const double> sorted, double share = kTrimmedShare);

// Its standard error by Tukey and McLaughlin (1963): the standard deviation of the winsorized sample, divided by
// (1 - 2 share) sqrt(n). Nothing where fewer than two values remain.
std::optional<double> TrimmedMeanError(std::span<const double> sorted, double share = kTrimmedShare);

// Its interval by Tukey and McLaughlin (1963) from this error: Student's t has as many degrees of
// freedom as values remain, less one. (The interval of the values that remain, as some benchmarks print it, is about
// half as wide as it should be.) Nothing where fewer than two values remain.
std::optional<Interval> TrimmedMeanInterval(std::span<const double> sorted, double confidence,
                                            double share = kTrimmedShare);

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
