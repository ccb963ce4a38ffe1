#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/opinion.h"

namespace mpigauge {

// Whether more of the candidate's observations or launches than of the baseline's take far longer (other_figures.h), by
// more than the least share that counts and significantly at `level` by itself: then the series does not pass.
bool TailLooksWorse(const SeriesComparison& series, double level);

// The opinion of the tail on a series; none where it does not look worse. If it is significantly worse over the whole
// suite, it fails, unless `doubt` says why these launches cannot decide; otherwise it is inconclusive. `level` is the
// tails' part of alpha.
std::optional<Opinion> OpinionOfTail(const SeriesComparison& series, double level, const std::string& doubt);

// The reason that the machine, and not the library, may have made tails worse: work without MPI has a worse one, too.
// Empty if there is none.
std::string TailDoubt(const std::vector<SeriesComparison>& controls, double alpha);

// Says which series were not looked at, as of a launch only figures were read, and which have a few slow launches that
// prove nothing.
std::vector<std::string> TailNotes(const std::vector<SeriesComparison>& series);

}  // namespace mpigauge
