#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// Decides `verdict`, `reason` and `improved` of a series whose numbers are filled in:
//   fail: its data are wrong, it does not work, or too few launches have a time of it. Or the slowdown is significant
//     after correction over the suite, and the best estimate exceeds the tolerance by more than a tick of the timer.
//     No interval fails a series: none is corrected over the suite;
//   pass: the upper confidence limit is below the tolerance;
//   inconclusive otherwise.
// `confidence` is the level that limits must have.
void Decide(SeriesComparison& series, double alpha, double confidence);

// Whether the limit of the tolerance lies within a tick of the timer of the best estimate, and launches vary by less
// than that: no number of them can tell on which side the truth is.
bool LimitIsWithinTick(const SeriesComparison& series);

// The reason that a tick leaves the verdict open, and what the user can do.
std::string WithinTickText(const SeriesComparison& series);

// Whether this counter says that the series' work grew exactly by more than its tolerance.
bool GrewTooMuch(const CountedDifference& one, const SeriesComparison& series);

// A series whose work grew exactly by more than its tolerance fails: that is counted, and needs no test. May be called
// again when verdicts were decided anew.
void FailCounted(const std::vector<CountedDifference>& differences, std::vector<SeriesComparison>& series);

// Some launches of the candidate gave an error where none of the baseline did: such a series does not pass. May be
// called again when verdicts were decided anew.
void DoubtFaulty(std::vector<SeriesComparison>& series);

// The verdict over the suite: fail if any series or family fails, else inconclusive if any is, else pass. Nothing
// compared is inconclusive.
Verdict GateVerdict(const std::vector<SeriesComparison>& series, const std::vector<FamilyComparison>& families = {});

// The verdict of a whole comparison, with the launches that the candidate lost.
Verdict GateVerdict(const Comparison& comparison);

// Whether lost launches made the verdict worse than that of the series.
bool DecidedByLosses(const Comparison& comparison);

// Keeps what a change costs applications; where a limit was given, the verdict is the worse of both.
void TakeImpact(ImpactSection impact, Comparison& comparison);

// Notes that the cost for applications was asked for and could not be found. A pass becomes inconclusive if that cost
// was to count (`asked_for`).
void DoubtImpact(const std::string& why, bool asked_for, Comparison& comparison);

// Whether the impact on applications made the verdict worse than that of the series.
bool DecidedByImpact(const Comparison& comparison);

// Whether the worst verdict of a series, a family, the lost launches or an application is that of the comparison: else
// nobody who counts them knows it. So it is where nothing could be compared.
bool IsExplained(const Comparison& comparison);

// The series sorted for readers: fails, then inconclusive ones, then passes, each from the slowest on.
void SortWorstFirst(std::vector<SeriesComparison>& all);
void SortWorstFirst(std::vector<FamilyComparison>& all);

}  // namespace mpigauge
