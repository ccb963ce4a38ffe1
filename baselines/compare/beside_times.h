#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/samples.h"

namespace mpigauge {

// Figures of a series beside its times. A note names each difference, and one that could hide a broken library keeps
// the series from passing. The functions return their notes.

// Data that the baseline checked and a launch of the candidate did not: SeriesComparison::unchecked of that series.
std::vector<std::string> FindUnchecked(const Samples& before, const Samples& after,
                                       std::vector<SeriesComparison>& series);

// A candidate that is faster by more than half may leave out a part of its work: SeriesComparison::not_checked_whole,
// but where all of its launches checked the data with --verify=all, or its case has none to check.
inline constexpr double kFasterByHalf = 0.5;  // a ratio below it
void FindNotCheckedWhole(const Side& candidate, const Samples& after, std::vector<SeriesComparison>& series);

// The first call of a process: SeriesComparison::slow_first_call, where it takes ten times as long and 10 ms more in
// median, and p is at most 1/924 by the exact rank sum: of six launches a side all must be slower. Equal libraries have
// that p in one of 924 series, and hardly ever together with such a difference.
std::vector<std::string> FindSlowFirstCalls(const Samples& before, const Samples& after,
                                            std::vector<SeriesComparison>& series);

// Observations that were discarded, since a rank started late: a note where one side has far more of them than the
// other, or where hardly any are left.
std::vector<std::string> LateStartNotes(const Samples& before, const Samples& after);

}  // namespace mpigauge
