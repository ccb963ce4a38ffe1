#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/samples.h"

namespace mpigauge {

// The series of the candidate that computed wrong data in any launch, come to its end or not, in whatever way that was
// measured, and whether the baseline has them or not. None of their times count: they are taken out of both sides.
std::vector<SeriesComparison> TakeWrongData(const Side& candidate, Samples& before, Samples& after);

// Wrong data decide nothing in the baseline, and neither in work without MPI: a note for each such series.
void NoteWrongData(const Side& baseline, const Side& candidate, std::vector<std::string>& notes);

}  // namespace mpigauge
