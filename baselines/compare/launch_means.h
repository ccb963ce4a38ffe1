#pragma once

#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/method.h"
#include "baselines/compare/other_figures.h"

namespace mpigauge {

// An application pays for all of its calls. A library that takes 1 ms more in one call of 200 has the same median, and
// costs 20 times as much.

// A mean may grow by the series' tolerance, and at least by this: means of equal libraries differ by more than medians.
// So may the processor time of a call, which a visit's preparations are part of.
constexpr double kLeastMeanTolerance = 0.25;

// Fills in the mean, or the processor time, of all series, which are those of `means` (logarithms of the launches'
// means) and of `launches`, and have their ratio already; not the adjusted p, which TestTails() fills in. Each launch
// gives one number, its mean, and `method` tests whether those of the candidate are larger by more than the tolerance
// beyond the change of the median: the rank sum, within circles where launches took turns, of means less that much.
// Single observations that are orders of magnitude longer move the mean of a launch, but its rank by no more than the
// number of launches, so the test is exact with heavy tails, too: where the libraries are equal, any launch may be on
// either side, and taking something off the candidate's means makes p larger. A series of which a launch has no mean,
// as where only other figures were read, stays unknown.
void TestMeans(const std::vector<PairedLaunches>& means, const std::vector<SpreadLaunches>& launches,
               const CompareMethod& method, double confidence, std::vector<SeriesComparison>& series,
               MeanFigure SeriesComparison::*figure = &SeriesComparison::mean);

}  // namespace mpigauge
