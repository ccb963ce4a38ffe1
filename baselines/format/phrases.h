#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"

namespace mpigauge {

// The phrases that all formats share, so that they cannot say different things.

// "FAIL: 3 of 49 series got slower (allreduce); worst: allreduce/bytes:8/ranks:2 +20.3% [+17.1%, +23.9%]; tolerance
// 5%".
std::string Headline(const Comparison& comparison);

// "3 of 49 series", "families of series": what cannot be told apart from a slowdown; empty where that is nothing.
std::string OpenText(const Comparison& comparison);

// "5%", "3% to 10%": the tolerances that the series were held against; empty where there is none. Those of the family
// start-up, which are larger, do not count beside others.
std::string ToleranceText(const Comparison& comparison);

// "its tolerance of 5%", or "its tolerance" where there is none.
std::string TolerancePhrase(const std::string& whose, const Comparison& comparison);

// "allreduce", "allreduce, bcast, reduce and 2 more": the cases that fail, worst first.
std::string FailedCases(const Comparison& comparison);

// "[+17.1%, +23.9%]".
std::string IntervalText(const SeriesComparison& series);

// "fail", "fail (tail)", "faster", "waived": the verdict of a series in a word or two.
std::string VerdictWord(const SeriesComparison& series);

// Why a series did not pass. Where its tail decided, the verdict comes first, as the numbers beside it do not show it:
// "fail (tail): 33% of observations take more than 1.2 ms (baseline 0.1%)".
std::string ReasonText(const SeriesComparison& series);

// "rank-sum, Holm", "rank-sum adjusted for controls, Holm": how the series were tested.
std::string MethodText(const Comparison& comparison);

// "controls: not moved, +0.1% [-0.2%, +0.4%], p 0.620 (3 without MPI)"; empty where none was measured.
std::string ControlsText(const Comparison& comparison);

// Says that a rank has more memory, or why the clocks cannot be believed, and what follows; empty where nothing is
// known against the processes.
std::string ProcessesText(const Comparison& comparison);

// "+7.5%", a slowdown; "-" where no slowdown can be shown.
std::string DetectableText(const SeriesComparison& series);

// Whether the headline is about lost launches, about processes, or about families of series: no series fails alone.
bool IsAboutLosses(const Comparison& comparison);
bool IsAboutProcesses(const Comparison& comparison);
bool IsAboutFamilies(const Comparison& comparison);

// "allreduce over bytes, ranks:2 (8 series, +3.1%): +3.1% slower, tolerance 2.5%, by 10+10 launches".
std::string FamilyText(const FamilyComparison& family);

// The verdict of the worst family.
Verdict FamiliesVerdict(const Comparison& comparison);

// "1 of 3 families of series fails": how many have that verdict; empty where all passed.
std::string FamiliesCount(const Comparison& comparison);

// The same with the worst of them: "...: allreduce over bytes, ranks:2 (8 series, +3.1%): ...".
std::string FamiliesText(const Comparison& comparison);

// Returns the promises of a gate: its error rates, and the smallest slowdown that it would have shown. Empty for a
// comparison without a gate.
std::string StatedText(const Comparison& comparison);

// "solver: +1.3% [0.9, 1.7], of which allreduce 64 KiB 1.1; pass": what it costs applications, a line each; empty where
// that was not asked for.
std::vector<std::string> ImpactLines(const Comparison& comparison);

// Doubts of clocks, lost launches, families that did not pass, notes, differences and what was not compared, a line
// each.
std::vector<std::string> Remarks(const Comparison& comparison);

// "1e-05", "0.034": a p value.
std::string PText(double p);

// Returns a line for each difference in what the libraries selected: those about series first, with how many of them
// fail. At most kMostChanges differences that concern no series in particular are shown, and the rest is counted, as a
// new version has many new variables.
//   "suspect of 3 failed series: allreduce: coll_tuned_allreduce_algorithm 0 (ignore) -> 1 (basic_linear)"
std::vector<std::string> SelectionTexts(const Comparison& comparison);

inline constexpr std::size_t kMostChanges = 10;

// Counted figures that differ, those of memory that vary between launches only where the sides have none in common.
std::vector<std::string> CountedTexts(const Comparison& comparison);

}  // namespace mpigauge
