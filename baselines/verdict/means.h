#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/opinion.h"

namespace mpigauge {

// Whether the candidate's calls cost more in the mean, or take more processor time, by more than the tolerance of
// means, significantly at `level` by itself, and more than in any run of the baseline by as much (launch_means.h): then
// the series does not pass.
bool MeanLooksWorse(const SeriesComparison& series, double level);

// The opinion of the mean on a series; none where it does not look worse, so that a mean which proves nothing keeps no
// series from passing. If it is significantly worse over the whole suite, it fails, unless `doubt` says why these
// launches cannot decide; otherwise it is inconclusive. `level` is the part of alpha that tails and means have.
std::optional<Opinion> OpinionOfMean(const SeriesComparison& series, double level, const std::string& doubt);

// The same of the processor time of a call.
std::optional<Opinion> OpinionOfProcessor(const SeriesComparison& series, double level, const std::string& doubt);

// The reason that the machine, and not the library, may have made means larger: that of work without MPI is, too. Empty
// if there is none.
std::string MeanDoubt(const std::vector<SeriesComparison>& controls, double alpha);

}  // namespace mpigauge
