#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Whether more of the candidate's observations or launches than of the baseline's take far longer (other_figures.h), by
// more than the least share that counts and significantly at `level` by itself: then the series does not pass.
bool TailLooksWorse(const SeriesComparison& series, double level);

// Judges the tail of a series whose medians are decided. If its tail is significantly worse over the whole suite, a
// series that did not fail fails, decided by its tail, unless `doubt` says why these launches cannot decide; otherwise
// a pass becomes inconclusive. A series that fails already has it in its reason. May be called again when verdicts were
// decided anew. `level` is the tails' part of alpha.
void JudgeTail(SeriesComparison& series, double level, const std::string& doubt);

// Judges the tails of all series of a comparison that was decided by launches. If work without MPI has a worse tail,
// the machine may be the cause, and nothing fails.
void JudgeTails(Comparison& comparison);

// The reason that the machine, and not the library, may have made tails worse; empty if there is none.
std::string TailDoubt(const std::vector<SeriesComparison>& controls, double alpha);

// Says which series were not looked at, as of a launch only figures were read, and which have a few slow launches that
// prove nothing.
void NoteTails(const std::vector<SeriesComparison>& series, std::vector<std::string>& notes);

}  // namespace mpigauge
