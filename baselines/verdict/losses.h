#pragma once

#include <set>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"
#include "record/record.h"

namespace mpigauge {

// Launches that crashed, hung or never began to measure, and launches that have no time of a series, are in no test of
// times. These tests are for them: Fisher's exact test of "the candidate has more of them", for each series and for all
// launches. Together they have this part of alpha.
constexpr double kLossShare = 0.1;

// It crashed, hung or never began to measure. Nobody stopped it.
bool IsLost(const LaunchRecord& launch);

// `who`: "baseline", "candidate". A launch that never began and was made again later is not lost.
Losses LossesOf(const Side& side, const std::string& who);

// Whether a test of missing times can be significant. Without one, and without lost launches, nothing of alpha is spent
// here.
bool TestsMissingTimes(const Comparison& comparison);

// Keeps the losses of both sides and says in notes how many there are and what became of them (`problems`, a text per
// launch). Where the candidate loses launches, a pass becomes inconclusive; where it loses significantly more than the
// baseline, or loses all where the baseline does not, the comparison fails. A decision by times leaves kLossShare of
// alpha to this (SuiteSettings::spent_elsewhere), so that any false fail has at most the chance alpha.
void JudgeLosses(const Losses& baseline, const Losses& candidate, const std::vector<std::string>& problems,
                 Comparison& comparison);

// The series of which significantly fewer launches of the candidate than of the baseline have a time.
std::set<std::string> LackingTimes(const Comparison& comparison);

// Takes the times of those series away, so that they fail (Broken::kNoTimes). Where work without MPI lacks times, too,
// the machine may be the cause, and they are only kept from passing.
void JudgeMissingTimes(Comparison& comparison);

// Names the series of which launches of the candidate lack times, but not significantly. Errors have a note of their
// own.
std::vector<std::string> MissingTimesNotes(const std::vector<SeriesComparison>& series);

}  // namespace mpigauge
