#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"
#include "baselines/compare/samples.h"
#include "record/record.h"

namespace mpigauge {

// A series that has no times to compare, and why: its ratios, medians and p values are NaN.
SeriesComparison WithoutTimes(const SeriesRecord& series, Broken broken, const std::string& why);

// The same of a series that has some times, which say nothing any more.
SeriesComparison WithoutTimes(const SeriesComparison& series, Broken broken, const std::string& why);

// "wrong data on rank 1: element 0 is ..."
std::string WrongDataText(const Fault& fault);

// The series of the candidate that computed wrong data in any launch, finished or not, in whatever way that was
// measured, and whether the baseline has them or not. None of their times count: they are taken out of both sides.
std::vector<SeriesComparison> TakeWrongData(const Side& candidate, Samples& before, Samples& after);

// Wrong data decide nothing in the baseline, and neither in work without MPI: a note for each such series.
std::vector<std::string> WrongDataNotes(const Side& baseline, const Side& candidate);

// Returns a comparison that has the sides' labels and the method, and nothing else.
Comparison EmptyComparison(const Side& baseline, const Side& candidate, const CompareSettings& settings);

// No launch of the candidate finished: its series are the operations that the launches died in, which do not work, and
// those whose data were wrong.
Comparison CompareWithLost(const Side& baseline, const Side& candidate, const CompareSettings& settings);

}  // namespace mpigauge
