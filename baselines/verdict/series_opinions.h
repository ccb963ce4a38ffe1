#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/counted.h"
#include "baselines/compare/opinion.h"

namespace mpigauge {

// The opinion of the launches' medians on a series whose numbers are filled in:
//   fail: its data are wrong, it does not work, or too few launches have a time of it. Or the slowdown is significant
//     after correction over the suite, and the best estimate exceeds the tolerance by more than a tick of the timer.
//     No interval fails a series: none is corrected over the suite;
//   pass: the upper confidence limit is below the tolerance;
//   inconclusive otherwise.
// `confidence` is the level that limits must have.
Opinion OpinionOfMedians(const SeriesComparison& series, double alpha, double confidence);

// Whether the limit of the tolerance lies within a tick of the timer of the best estimate, and launches vary by less
// than that: no number of them can tell on which side the truth is.
bool LimitIsWithinTick(const SeriesComparison& series);

// The reason that a tick leaves the verdict open, and what the user can do.
std::string WithinTickText(const SeriesComparison& series);

// Whether this counter says that the series' work grew exactly by more than its tolerance.
bool GrewTooMuch(const CountedDifference& one, const SeriesComparison& series);

// All that is said of a series, in the order of the output: `of_times`, which its medians or floors gave; work that
// grew exactly by more than the tolerance, which fails, since that is counted and needs no test; errors in some
// launches of either side, with which no series passes; `of_tail`; `of_mean`; and `of_processor`.
std::vector<Opinion> OpinionsOf(const SeriesComparison& series, Opinion of_times, const CountedBySeries& counted,
                                std::optional<Opinion> of_tail, std::optional<Opinion> of_mean = std::nullopt,
                                std::optional<Opinion> of_processor = std::nullopt);

}  // namespace mpigauge
