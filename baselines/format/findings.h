#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/table.h"
#include "baselines/compare/comparison.h"
#include "baselines/compare/groups.h"

namespace mpigauge {

// "allreduce got slower: 8 of 50 series fail.": the whole comparison in one sentence.
std::string VerdictSentence(const Comparison& comparison);

// The sizes of one case that are in the same state: one thing to say.
struct Finding {
  std::string kind;   // "fail", "inconclusive", "waived", "faster"
  std::string name;   // "allreduce", see SeriesGroup
  std::string sizes;  // "8 B to 1 MiB (8 of 8 sizes)"; empty for a case without sizes
  std::string text;   // "allreduce got slower at 8 B to 1 MiB (8 of 8 sizes), most at 8 B: by 20.3% [17.1%, 23.9%]."
  std::vector<std::size_t> series;  // places in the comparison, by size
  std::size_t most = 0;             // place of the one that moved most
  Broken broken = Broken::kNo;      // why it has no times
  DecidedBy decided_by = DecidedBy::kMedian;
};

// Returns first the findings that failed, worst first; then the inconclusive ones; then the waived ones; then those
// that got faster. A case that passed is not mentioned.
std::vector<Finding> Findings(const Comparison& comparison, const std::vector<SeriesGroup>& groups);
std::vector<Finding> Findings(const Comparison& comparison);

// "+6.2%", of several sizes "+6.2% at 64 B": the series that moved most, whose interval stands beside it.
std::string ChangeText(const Comparison& comparison, const Finding& finding);

// Whether the numbers beside it do not show why, so that its text belongs beside them.
inline bool NeedsText(const Finding& finding) {
  return finding.broken != Broken::kNo || IsBesideMedian(finding.decided_by);
}

// A list of {"kind", "decided_by", "name", "sizes", "ranks", "series" (names), "low_ratio", "high_ratio", "text"}.
Json FindingsJson(const Comparison& comparison);

// These numbers of lines fit on a screen; `--all` shows the rest.
inline constexpr std::size_t kMostFindings = 25;
inline constexpr std::size_t kMostRemarks = 10;

// The first `most` findings, a row each; interval, p and launches are of the series that moved most, and so is its
// change before it was adjusted for the controls, where it was. `code`: names are code, for Markdown.
Table FindingsTable(const Comparison& comparison, const std::vector<Finding>& findings, std::size_t most, bool code);

// The color of a series: red, yellow, green or none.
Table::Color ColorOf(const SeriesComparison& series);

// "10+10": of the baseline and of the candidate.
std::string LaunchesText(const SeriesComparison& series);

}  // namespace mpigauge
